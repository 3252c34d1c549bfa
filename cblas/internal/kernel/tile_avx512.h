// The body of the AVX-512 tile kernels, included once for each element type into its TEXT in tile_?_avx512_amd64.s,
// which defines before:
//
//	MOVU, MOVUZ        unaligned move, and the same with zeroing under a mask
//	BCAST, FMA         broadcast of one real number; dst += x*y
//	ESHIFT, LSHIFT     log2 of the bytes of an element, and of its real numbers (0, or 1 for complex)
//	ROWS               elements in a vector
//	COMPLEX            for complex types
//
// and includes tile_avx512_real.h or tile_avx512_complex.h.
//
// A tile is 1 to 3 vectors of rows by up to 8 broadcast numbers of B, summed in 24 registers, Z8 to Z31. The last
// vector goes through the mask K1, so that no row beyond mr is touched; the columns are taken 8, 4, 2 and 1 at a time,
// so that none beyond nr is.
//
// Complex numbers stay interleaved. A column of B is then two broadcast numbers, its real and its imaginary part, with
// one sum for each: a*Re b and a*Im b. They are combined, once, when the tile is finished (PUT in
// tile_avx512_complex.h).
//
//	R8 a    R9  as (bytes)   AX  walks along a      DI c    DX ldc (bytes)
//	SI b    R10 bk (bytes)   BX  walks along b      R15 columns that remain
//	CX k    R11, R12, R13, R14: 1, 3, 5, 7 times bj (bytes)
//	K1 rows of the last vector    K2 all ones to add to C, zeros to overwrite    K3 both    K5 all ones

	MOVQ a+8(FP), R8
	MOVQ as+16(FP), R9
	MOVQ b+24(FP), SI
	MOVQ bk+32(FP), R10
	MOVQ bj+40(FP), R11
	MOVQ c+48(FP), DI
	MOVQ ldc+56(FP), DX
	MOVQ mr+64(FP), BX
	MOVQ nr+72(FP), R15
	MOVQ flags+80(FP), AX
	SHLQ $ESHIFT, R9
	SHLQ $ESHIFT, R10
	SHLQ $ESHIFT, R11
	SHLQ $ESHIFT, DX
	LEAQ (R11)(R11*2), R12
	LEAQ (R11)(R11*4), R13
	LEAQ (R12)(R11*4), R14

	// Bit 0 of the flags: add to C.
	MOVQ   AX, CX
	ANDQ   $1, CX
	NEGQ   CX
	KMOVW  CX, K2
	KXNORW K0, K0, K5

	PROLOGUE

#define LASTMASK \
	SHLQ  $LSHIFT, BX; \
	MOVL  $-1, AX; \
	BZHIL BX, AX, AX; \
	KMOVW AX, K1; \
	KANDW K1, K2, K3

	CMPQ BX, $(2*ROWS)
	JGT  rows3
	CMPQ BX, $ROWS
	JGT  rows2
	LASTMASK
	JMP  one

rows2:
	SUBQ $ROWS, BX
	LASTMASK
	JMP  two

rows3:
	SUBQ $(2*ROWS), BX
	LASTMASK

// START points the walkers at the first k; STEP goes to the next.
#define START \
	MOVQ R8, AX; \
	MOVQ SI, BX; \
	MOVQ k+0(FP), CX

#define STEP(loop) \
	ADDQ R9, AX; \
	ADDQ R10, BX; \
	DECQ CX; \
	JNZ  loop

// NEXT goes on with the columns that remain after n more are done.
#define NEXT(n, back) \
	LEAQ (SI)(R11*n), SI; \
	SUBQ $n, R15; \
	JNZ  back; \
	VZEROUPPER; \
	RET

// LOADv loads v vectors of A, COLv adds their product with one number of B to v sums.
#define LOAD1 \
	MOVUZ (AX), K1, Z0

#define LOAD2 \
	MOVU  (AX), Z0; \
	MOVUZ 64(AX), K1, Z1

#define LOAD3 \
	MOVU  (AX), Z0; \
	MOVU  64(AX), Z1; \
	MOVUZ 128(AX), K1, Z2

#define COL1(b, x) \
	BCAST b, Z3; \
	FMA   Z0, Z3, x

#define COL2(b, x, y) \
	BCAST b, Z3; \
	FMA   Z0, Z3, x; \
	FMA   Z1, Z3, y

#define COL3(b, x, y, z) \
	BCAST b, Z3; \
	FMA   Z0, Z3, x; \
	FMA   Z1, Z3, y; \
	FMA   Z2, Z3, z

// CLEARn zeroes the first n sums.
#define CLEAR1 \
	VPXORQ Z8, Z8, Z8

#define CLEAR2 \
	CLEAR1; \
	VPXORQ Z9, Z9, Z9

#define CLEAR4 \
	CLEAR2; \
	VPXORQ Z10, Z10, Z10; \
	VPXORQ Z11, Z11, Z11

#define CLEAR8 \
	CLEAR4; \
	VPXORQ Z12, Z12, Z12; \
	VPXORQ Z13, Z13, Z13; \
	VPXORQ Z14, Z14, Z14; \
	VPXORQ Z15, Z15, Z15

#define CLEAR16 \
	CLEAR8; \
	VPXORQ Z16, Z16, Z16; \
	VPXORQ Z17, Z17, Z17; \
	VPXORQ Z18, Z18, Z18; \
	VPXORQ Z19, Z19, Z19; \
	VPXORQ Z20, Z20, Z20; \
	VPXORQ Z21, Z21, Z21; \
	VPXORQ Z22, Z22, Z22; \
	VPXORQ Z23, Z23, Z23

#define CLEAR24 \
	CLEAR16; \
	VPXORQ Z24, Z24, Z24; \
	VPXORQ Z25, Z25, Z25; \
	VPXORQ Z26, Z26, Z26; \
	VPXORQ Z27, Z27, Z27; \
	VPXORQ Z28, Z28, Z28; \
	VPXORQ Z29, Z29, Z29; \
	VPXORQ Z30, Z30, Z30; \
	VPXORQ Z31, Z31, Z31

// Three vectors of rows.
three:
	CMPQ R15, $N8
	JGE  three8
	CMPQ R15, $N4
	JGE  three4
#ifndef COMPLEX
	CMPQ R15, $N2
	JGE  three2

	CLEAR4
	START
three1K:
	LOAD3
	COL3(B0, Z8, Z9, Z10)
	STEP(three1K)
	PUT3(Z8, Z9, Z10)
	NEXT(1, three)
#endif

three2:
	CLEAR8
	START
three2K:
	LOAD3
	COL3(B0, Z8, Z9, Z10)
	COL3(B1, Z11, Z12, Z13)
	STEP(three2K)
	PAIR3(Z8, Z9, Z10, Z11, Z12, Z13)
	NEXT(N2, three)

three4:
	CLEAR16
	START
three4K:
	LOAD3
	COL3(B0, Z8, Z9, Z10)
	COL3(B1, Z11, Z12, Z13)
	COL3(B2, Z14, Z15, Z16)
	COL3(B3, Z17, Z18, Z19)
	STEP(three4K)
	PAIR3(Z8, Z9, Z10, Z11, Z12, Z13)
	PAIR3(Z14, Z15, Z16, Z17, Z18, Z19)
	NEXT(N4, three)

three8:
	CLEAR24
	START
three8K:
	LOAD3
	COL3(B0, Z8, Z9, Z10)
	COL3(B1, Z11, Z12, Z13)
	COL3(B2, Z14, Z15, Z16)
	COL3(B3, Z17, Z18, Z19)
	COL3(B4, Z20, Z21, Z22)
	COL3(B5, Z23, Z24, Z25)
	COL3(B6, Z26, Z27, Z28)
	COL3(B7, Z29, Z30, Z31)
	STEP(three8K)
	PAIR3(Z8, Z9, Z10, Z11, Z12, Z13)
	PAIR3(Z14, Z15, Z16, Z17, Z18, Z19)
	PAIR3(Z20, Z21, Z22, Z23, Z24, Z25)
	PAIR3(Z26, Z27, Z28, Z29, Z30, Z31)
	NEXT(N8, three)

// Two vectors of rows.
two:
	CMPQ R15, $N8
	JGE  two8
	CMPQ R15, $N4
	JGE  two4
#ifndef COMPLEX
	CMPQ R15, $N2
	JGE  two2

	CLEAR2
	START
two1K:
	LOAD2
	COL2(B0, Z8, Z9)
	STEP(two1K)
	PUT2(Z8, Z9)
	NEXT(1, two)
#endif

two2:
	CLEAR4
	START
two2K:
	LOAD2
	COL2(B0, Z8, Z9)
	COL2(B1, Z10, Z11)
	STEP(two2K)
	PAIR2(Z8, Z9, Z10, Z11)
	NEXT(N2, two)

two4:
	CLEAR8
	START
two4K:
	LOAD2
	COL2(B0, Z8, Z9)
	COL2(B1, Z10, Z11)
	COL2(B2, Z12, Z13)
	COL2(B3, Z14, Z15)
	STEP(two4K)
	PAIR2(Z8, Z9, Z10, Z11)
	PAIR2(Z12, Z13, Z14, Z15)
	NEXT(N4, two)

two8:
	CLEAR16
	START
two8K:
	LOAD2
	COL2(B0, Z8, Z9)
	COL2(B1, Z10, Z11)
	COL2(B2, Z12, Z13)
	COL2(B3, Z14, Z15)
	COL2(B4, Z16, Z17)
	COL2(B5, Z18, Z19)
	COL2(B6, Z20, Z21)
	COL2(B7, Z22, Z23)
	STEP(two8K)
	PAIR2(Z8, Z9, Z10, Z11)
	PAIR2(Z12, Z13, Z14, Z15)
	PAIR2(Z16, Z17, Z18, Z19)
	PAIR2(Z20, Z21, Z22, Z23)
	NEXT(N8, two)

// One vector of rows.
one:
	CMPQ R15, $N8
	JGE  one8
	CMPQ R15, $N4
	JGE  one4
#ifndef COMPLEX
	CMPQ R15, $N2
	JGE  one2

	CLEAR1
	START
one1K:
	LOAD1
	COL1(B0, Z8)
	STEP(one1K)
	PUT1(Z8)
	NEXT(1, one)
#endif

one2:
	CLEAR2
	START
one2K:
	LOAD1
	COL1(B0, Z8)
	COL1(B1, Z9)
	STEP(one2K)
	PAIR1(Z8, Z9)
	NEXT(N2, one)

one4:
	CLEAR4
	START
one4K:
	LOAD1
	COL1(B0, Z8)
	COL1(B1, Z9)
	COL1(B2, Z10)
	COL1(B3, Z11)
	STEP(one4K)
	PAIR1(Z8, Z9)
	PAIR1(Z10, Z11)
	NEXT(N4, one)

one8:
	CLEAR8
	START
one8K:
	LOAD1
	COL1(B0, Z8)
	COL1(B1, Z9)
	COL1(B2, Z10)
	COL1(B3, Z11)
	COL1(B4, Z12)
	COL1(B5, Z13)
	COL1(B6, Z14)
	COL1(B7, Z15)
	STEP(one8K)
	PAIR1(Z8, Z9)
	PAIR1(Z10, Z11)
	PAIR1(Z12, Z13)
	PAIR1(Z14, Z15)
	NEXT(N8, one)

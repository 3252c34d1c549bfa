// The body of the AVX2 and FMA tile kernels, included once for each element type into its TEXT in tile_?_avx2_amd64.s,
// which defines before:
//
//	MOVU, MOVM              unaligned move, and the same under a mask in a register
//	BCAST, FMA, MUL, AND    broadcast of one real number; dst += x*y; x*y; bitwise and
//	ESHIFT, LSHIFT          log2 of the bytes of an element, and of its real numbers (0, or 1 for complex)
//	ROWS                    elements in a vector
//	COMPLEX                 for complex types
//
// and includes tile_avx2_real.h or tile_avx2_complex.h.
//
// A tile is 1 to 3 vectors of rows by up to 4 broadcast numbers of B, summed in 12 registers, Y4 to Y15. The last
// vector is moved under a mask, so that no row beyond mr is touched; the columns are taken 4, 2 and 1 at a time, so
// that none beyond nr is. Complex numbers stay interleaved, as in tile_avx512.h.
//
//	R8 a    R9  as (bytes)   AX  walks along a      DI c    DX ldc (bytes)
//	SI b    R10 bk (bytes)   BX  walks along b      R15 columns that remain
//	CX k    R11, R12: 1 and 3 times bj (bytes)
//	R13 points to the mask of the last vector, R14 to ones to add to C, to zeros to overwrite it

	MOVQ a+8(FP), R8
	MOVQ as+16(FP), R9
	MOVQ b+24(FP), SI
	MOVQ bk+32(FP), R10
	MOVQ bj+40(FP), R11
	MOVQ c+48(FP), DI
	MOVQ ldc+56(FP), DX
	MOVQ mr+64(FP), BX
	MOVQ nr+72(FP), R15
	SHLQ $ESHIFT, R9
	SHLQ $ESHIFT, R10
	SHLQ $ESHIFT, R11
	SHLQ $ESHIFT, DX
	LEAQ (R11)(R11*2), R12

	// Bit 0 of the flags: add to C.
	LEAQ MASKS, R14
	LEAQ 32(R14), R13
	MOVQ flags+80(FP), AX
	TESTQ $1, AX
	CMOVQEQ R13, R14

// LASTMASK points R13 to the mask for BX rows.
#define LASTMASK \
	SHLQ $ESHIFT, BX; \
	SUBQ BX, R13

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
	MOVU (R13), Y0; \
	MOVM (AX), Y0, Y0

#define LOAD2 \
	MOVU (R13), Y1; \
	MOVU (AX), Y0; \
	MOVM 32(AX), Y1, Y1

#define LOAD3 \
	MOVU (R13), Y2; \
	MOVU (AX), Y0; \
	MOVU 32(AX), Y1; \
	MOVM 64(AX), Y2, Y2

#define COL1(b, x) \
	BCAST b, Y3; \
	FMA   Y0, Y3, x

#define COL2(b, x, y) \
	BCAST b, Y3; \
	FMA   Y0, Y3, x; \
	FMA   Y1, Y3, y

#define COL3(b, x, y, z) \
	BCAST b, Y3; \
	FMA   Y0, Y3, x; \
	FMA   Y1, Y3, y; \
	FMA   Y2, Y3, z

// CLEARn zeroes the first n sums.
#define CLEAR1 \
	VPXOR Y4, Y4, Y4

#define CLEAR2 \
	CLEAR1; \
	VPXOR Y5, Y5, Y5

#define CLEAR4 \
	CLEAR2; \
	VPXOR Y6, Y6, Y6; \
	VPXOR Y7, Y7, Y7

#define CLEAR8 \
	CLEAR4; \
	VPXOR Y8, Y8, Y8; \
	VPXOR Y9, Y9, Y9; \
	VPXOR Y10, Y10, Y10; \
	VPXOR Y11, Y11, Y11

#define CLEAR12 \
	CLEAR8; \
	VPXOR Y12, Y12, Y12; \
	VPXOR Y13, Y13, Y13; \
	VPXOR Y14, Y14, Y14; \
	VPXOR Y15, Y15, Y15

// SAVELAST stores Y0 under the mask Y1, or plainly where the mask is full (CX = MASKS): masked stores are slow on AMD.
#define SAVELAST(addr) \
	CMPQ CX, R13; \
	JEQ  3(PC); \
	MOVM Y0, Y1, addr; \
	JMP  2(PC); \
	MOVU Y0, addr

// Three vectors of rows.
three:
	CMPQ R15, $N4
	JGE  three4
#ifndef COMPLEX
	CMPQ R15, $N2
	JGE  three2

	CLEAR4
	START
three1K:
	LOAD3
	COL3(B0, Y4, Y5, Y6)
	STEP(three1K)
	FINISH
	PUT3(Y4, Y5, Y6)
	NEXT(1, three)
#endif

three2:
	CLEAR8
	START
three2K:
	LOAD3
	COL3(B0, Y4, Y5, Y6)
	COL3(B1, Y7, Y8, Y9)
	STEP(three2K)
	FINISH
	PAIR3(Y4, Y5, Y6, Y7, Y8, Y9)
	NEXT(N2, three)

three4:
	CLEAR12
	START
three4K:
	LOAD3
	COL3(B0, Y4, Y5, Y6)
	COL3(B1, Y7, Y8, Y9)
	COL3(B2, Y10, Y11, Y12)
	COL3(B3, Y13, Y14, Y15)
	STEP(three4K)
	FINISH
	PAIR3(Y4, Y5, Y6, Y7, Y8, Y9)
	PAIR3(Y10, Y11, Y12, Y13, Y14, Y15)
	NEXT(N4, three)

// Two vectors of rows.
two:
	CMPQ R15, $N4
	JGE  two4
#ifndef COMPLEX
	CMPQ R15, $N2
	JGE  two2

	CLEAR2
	START
two1K:
	LOAD2
	COL2(B0, Y4, Y5)
	STEP(two1K)
	FINISH
	PUT2(Y4, Y5)
	NEXT(1, two)
#endif

two2:
	CLEAR4
	START
two2K:
	LOAD2
	COL2(B0, Y4, Y5)
	COL2(B1, Y6, Y7)
	STEP(two2K)
	FINISH
	PAIR2(Y4, Y5, Y6, Y7)
	NEXT(N2, two)

two4:
	CLEAR8
	START
two4K:
	LOAD2
	COL2(B0, Y4, Y5)
	COL2(B1, Y6, Y7)
	COL2(B2, Y8, Y9)
	COL2(B3, Y10, Y11)
	STEP(two4K)
	FINISH
	PAIR2(Y4, Y5, Y6, Y7)
	PAIR2(Y8, Y9, Y10, Y11)
	NEXT(N4, two)

// One vector of rows.
one:
	CMPQ R15, $N4
	JGE  one4
#ifndef COMPLEX
	CMPQ R15, $N2
	JGE  one2

	CLEAR1
	START
one1K:
	LOAD1
	COL1(B0, Y4)
	STEP(one1K)
	FINISH
	PUT1(Y4)
	NEXT(1, one)
#endif

one2:
	CLEAR2
	START
one2K:
	LOAD1
	COL1(B0, Y4)
	COL1(B1, Y5)
	STEP(one2K)
	FINISH
	PAIR1(Y4, Y5)
	NEXT(N2, one)

one4:
	CLEAR4
	START
one4K:
	LOAD1
	COL1(B0, Y4)
	COL1(B1, Y5)
	COL1(B2, Y6)
	COL1(B3, Y7)
	STEP(one4K)
	FINISH
	PAIR1(Y4, Y5)
	PAIR1(Y6, Y7)
	NEXT(N4, one)

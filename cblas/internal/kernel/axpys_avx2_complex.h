// The body of the AVX2 Axpys kernels for complex types: included into their TEXT in vector_?_avx2_amd64.s, which defines
// MOVU, MOVM (move under a mask), BCAST, FMA, XOR, SWAP (exchange neighbours), SHIFT (log2 of the bytes of an element), SIGNS,
// YARG and FLAGSARG.
//
// Numbers stay interleaved: a*x is (p, p)*a + (-q, q)*swap(a) for x = p+iq, and conj(a)*x is (p, -p)*a + (q, q)*swap(a). The
// four columns' coefficients stand in Y8 to Y15; columns that are not asked for are left out.
//
//	AX a, with R9 lda and R10 3*lda (bytes)    DI y    CX n    R13 points to the mask of the remainder

	MOVQ n+0(FP), CX
	MOVQ a+8(FP), AX
	MOVQ lda+16(FP), R9
	MOVQ cols+24(FP), R11
	MOVQ YARG, DI
	MOVQ FLAGSARG, R14
	SHLQ $SHIFT, R9
	LEAQ (R9)(R9*2), R10
	MOVQ CX, DX
	ANDQ $((32>>SHIFT)-1), DX
	SHLQ $SHIFT, DX
	LEAQ ·masks+32(SB), R13
	SUBQ DX, R13
	LEAQ x0+32(FP), SI

	// Y6 and Y7: the signs of the two kinds of coefficients, (+, +) and (-, +) or, to conjugate, (+, -) and (+, +), as in
	// the first two rows of SIGNS.
	SHRQ $1, R14
	ANDQ $1, R14
	SHLQ $6, R14
	LEAQ SIGNS, R8
	MOVU (R8)(R14*1), Y6
	MOVU 32(R8)(R14*1), Y7

#define COEFFICIENTS(at, p, q) \
	BCAST ((at)<<SHIFT)(SI), p; \
	BCAST (((at)<<SHIFT)+(1<<(SHIFT-1)))(SI), q; \
	XOR   Y6, p, p; \
	XOR   Y7, q, q

// PLUS adds one column to a vector of y.
#define PLUS(a, p, q, y) \
	MOVU a, Y2; \
	FMA  Y2, p, y; \
	SWAP(Y2, Y3); \
	FMA  Y3, q, y

// PLUSREST is PLUS under the mask Y4.
#define PLUSREST(a, p, q, y) \
	MOVM a, Y4, Y2; \
	FMA  Y2, p, y; \
	SWAP(Y2, Y3); \
	FMA  Y3, q, y

	CMPQ R11, $4
	JEQ  fourcolumns

	MOVQ AX, R8
	MOVQ DI, R12
	MOVQ CX, BX

column:
	MOVQ R8, AX
	MOVQ R12, DI
	MOVQ BX, CX
	COEFFICIENTS(0, Y8, Y9)
	SUBQ $(32>>SHIFT), CX
	JLT  columnrest

column1:
	MOVU (DI), Y0
	PLUS((AX), Y8, Y9, Y0)
	MOVU Y0, (DI)
	ADDQ $32, AX
	ADDQ $32, DI
	SUBQ $(32>>SHIFT), CX
	JGE  column1

columnrest:
	TESTQ DX, DX
	JEQ  columnend
	MOVU (R13), Y4
	MOVM (DI), Y4, Y0
	PLUSREST((AX), Y8, Y9, Y0)
	MOVM Y0, Y4, (DI)

columnend:
	ADDQ $(1<<SHIFT), SI
	ADDQ R9, R8
	DECQ R11
	JNE  column
	VZEROUPPER
	RET

fourcolumns:
	COEFFICIENTS(0, Y8, Y9)
	COEFFICIENTS(1, Y10, Y11)
	COEFFICIENTS(2, Y12, Y13)
	COEFFICIENTS(3, Y14, Y15)
	SUBQ $(32>>SHIFT), CX
	JLT  fourcolumnsrest

fourcolumns1:
	MOVU (DI), Y0
	PLUS((AX), Y8, Y9, Y0)
	PLUS((AX)(R9*1), Y10, Y11, Y0)
	PLUS((AX)(R9*2), Y12, Y13, Y0)
	PLUS((AX)(R10*1), Y14, Y15, Y0)
	MOVU Y0, (DI)
	ADDQ $32, AX
	ADDQ $32, DI
	SUBQ $(32>>SHIFT), CX
	JGE  fourcolumns1

fourcolumnsrest:
	TESTQ DX, DX
	JEQ  fourcolumnsend
	MOVU (R13), Y4
	MOVM (DI), Y4, Y0
	PLUSREST((AX), Y8, Y9, Y0)
	PLUSREST((AX)(R9*1), Y10, Y11, Y0)
	PLUSREST((AX)(R9*2), Y12, Y13, Y0)
	PLUSREST((AX)(R10*1), Y14, Y15, Y0)
	MOVM Y0, Y4, (DI)

fourcolumnsend:
	VZEROUPPER
	RET

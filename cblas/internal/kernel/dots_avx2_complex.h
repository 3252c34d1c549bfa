// The body of the AVX2 Dots kernels for complex types: included into their TEXT in vector_?_avx2_amd64.s, which defines
// MOVU, MOVM (move under a mask), FMA, XOR, SWAP (exchange neighbours), SHIFT (log2 of the bytes of an element), FOLD (add
// up the pairs of a register, into its first), PAIR (the sums of two pairs, as one complex number), DOTSIGNS, RET0 to RET3 and
// PUT (store one complex number).
//
// Numbers stay interleaved. For each column two registers sum a*x, that is (Re a*Re x, Im a*Im x), and a*swap(x), that is
// (Re a*Im x, Im a*Re x). Signs, which depend on conjugation, are set once at the end.
//
//	AX a, with R9 lda and R10 3*lda (bytes)    BX x    CX n    R13 points to the mask of the remainder    R14 to the signs

	MOVQ n+0(FP), CX
	MOVQ a+8(FP), AX
	MOVQ lda+16(FP), R9
	MOVQ cols+24(FP), R11
	MOVQ x+32(FP), BX
	MOVQ flags+40(FP), R14
	SHLQ $SHIFT, R9
	LEAQ (R9)(R9*2), R10
	MOVQ CX, DX
	ANDQ $((32>>SHIFT)-1), DX
	SHLQ $SHIFT, DX
	LEAQ ·masks+32(SB), R13
	SUBQ DX, R13
	SHRQ $1, R14
	ANDQ $3, R14
	SHLQ $5, R14
	LEAQ DOTSIGNS, DI
	ADDQ DI, R14

	CMPQ R11, $4
	JEQ  four

	// One to three columns. Those not asked for are 0.
	VPXOR Y4, Y4, Y4
	PUT X4, RET1
	PUT X4, RET2
	PUT X4, RET3
	MOVQ AX, R8
	MOVQ BX, R12
	MOVQ CX, DI
	LEAQ RET0, SI

onecolumn:
	MOVQ R8, AX
	MOVQ R12, BX
	MOVQ DI, CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	SUBQ $(64>>SHIFT), CX
	JLT  one1

one2:
	MOVU (BX), Y4
	MOVU 32(BX), Y5
	MOVU (AX), Y6
	MOVU 32(AX), Y7
	FMA  Y6, Y4, Y0
	FMA  Y7, Y5, Y2
	SWAP(Y4, Y4)
	SWAP(Y5, Y5)
	FMA  Y6, Y4, Y1
	FMA  Y7, Y5, Y3
	ADDQ $64, AX
	ADDQ $64, BX
	SUBQ $(64>>SHIFT), CX
	JGE  one2

one1:
	ADDQ $((64>>SHIFT)-(32>>SHIFT)), CX
	JLT  onerest
	MOVU (BX), Y4
	MOVU (AX), Y6
	FMA  Y6, Y4, Y0
	SWAP(Y4, Y4)
	FMA  Y6, Y4, Y1
	ADDQ $32, AX
	ADDQ $32, BX

onerest:
	TESTQ DX, DX
	JEQ  onesum
	MOVU (R13), Y5
	MOVM (BX), Y5, Y4
	MOVM (AX), Y5, Y6
	FMA  Y6, Y4, Y2
	SWAP(Y4, Y4)
	FMA  Y6, Y4, Y3

onesum:
	ADD Y2, Y0, Y0
	ADD Y3, Y1, Y1
	FOLD(Y0, X0, X4)
	FOLD(Y1, X1, X4)
	PAIR(X0, X1)
	PUT X0, (SI)
	ADDQ $(1<<SHIFT), SI
	ADDQ R9, R8
	DECQ R11
	JNE  onecolumn
	VZEROUPPER
	RET

// Y0 to Y3 sum a*x, Y4 to Y7 a*swap(x).
four:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	SUBQ $(32>>SHIFT), CX
	JLT  fourrest

four1:
	MOVU (BX), Y8
	MOVU (AX), Y10
	MOVU (AX)(R9*1), Y11
	MOVU (AX)(R9*2), Y12
	MOVU (AX)(R10*1), Y13
	SWAP(Y8, Y9)
	FMA  Y10, Y8, Y0
	FMA  Y11, Y8, Y1
	FMA  Y12, Y8, Y2
	FMA  Y13, Y8, Y3
	FMA  Y10, Y9, Y4
	FMA  Y11, Y9, Y5
	FMA  Y12, Y9, Y6
	FMA  Y13, Y9, Y7
	ADDQ $32, AX
	ADDQ $32, BX
	SUBQ $(32>>SHIFT), CX
	JGE  four1

fourrest:
	TESTQ DX, DX
	JEQ  foursum
	MOVU (R13), Y14
	MOVM (BX), Y14, Y8
	MOVM (AX), Y14, Y10
	MOVM (AX)(R9*1), Y14, Y11
	MOVM (AX)(R9*2), Y14, Y12
	MOVM (AX)(R10*1), Y14, Y13
	SWAP(Y8, Y9)
	FMA  Y10, Y8, Y0
	FMA  Y11, Y8, Y1
	FMA  Y12, Y8, Y2
	FMA  Y13, Y8, Y3
	FMA  Y10, Y9, Y4
	FMA  Y11, Y9, Y5
	FMA  Y12, Y9, Y6
	FMA  Y13, Y9, Y7

foursum:
	FOLD(Y0, X0, X8)
	FOLD(Y1, X1, X8)
	FOLD(Y2, X2, X8)
	FOLD(Y3, X3, X8)
	FOLD(Y4, X4, X8)
	FOLD(Y5, X5, X8)
	FOLD(Y6, X6, X8)
	FOLD(Y7, X7, X8)
	PAIR(X0, X4)
	PAIR(X1, X5)
	PAIR(X2, X6)
	PAIR(X3, X7)
	PUT X0, RET0
	PUT X1, RET1
	PUT X2, RET2
	PUT X3, RET3
	VZEROUPPER
	RET

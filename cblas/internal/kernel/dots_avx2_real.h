// The body of the AVX2 Dots kernels for real types: included into their TEXT in vector_?_avx2_amd64.s, which defines MOVU,
// MOVM (move under a mask), FMA, ADD, SHIFT (log2 of the bytes of an element), FOLD (the sum of a register of four or two
// numbers, into its first), RET0 to RET3 and PUT (store one number).
//
// Four columns run together, two vectors of each at a time; fewer run one after the other, four vectors at a time. What
// remains below a vector is loaded under a mask, as zeros beyond.
//
//	AX a, with R9 lda and R10 3*lda (bytes)    BX x    CX n    R13 points to the mask of the remainder

	MOVQ n+0(FP), CX
	MOVQ a+8(FP), AX
	MOVQ lda+16(FP), R9
	MOVQ cols+24(FP), R11
	MOVQ x+32(FP), BX
	SHLQ $SHIFT, R9
	LEAQ (R9)(R9*2), R10
	MOVQ CX, DX
	ANDQ $((32>>SHIFT)-1), DX
	SHLQ $SHIFT, DX
	LEAQ ·masks+32(SB), R13
	SUBQ DX, R13

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
	SUBQ $(128>>SHIFT), CX
	JLT  one1

one4:
	MOVU (BX), Y4
	MOVU 32(BX), Y5
	MOVU 64(BX), Y6
	MOVU 96(BX), Y7
	FMA  (AX), Y4, Y0
	FMA  32(AX), Y5, Y1
	FMA  64(AX), Y6, Y2
	FMA  96(AX), Y7, Y3
	ADDQ $128, AX
	ADDQ $128, BX
	SUBQ $(128>>SHIFT), CX
	JGE  one4

one1:
	ADDQ $((128>>SHIFT)-(32>>SHIFT)), CX
	JLT  onerest

one1loop:
	MOVU (BX), Y4
	FMA  (AX), Y4, Y0
	ADDQ $32, AX
	ADDQ $32, BX
	SUBQ $(32>>SHIFT), CX
	JGE  one1loop

onerest:
	TESTQ DX, DX
	JEQ  onesum
	MOVU (R13), Y6
	MOVM (AX), Y6, Y4
	MOVM (BX), Y6, Y5
	FMA  Y4, Y5, Y1

onesum:
	ADD Y1, Y0, Y0
	ADD Y3, Y2, Y2
	ADD Y2, Y0, Y0
	FOLD(Y0, X0, X4)
	PUT X0, (SI)
	ADDQ $(1<<SHIFT), SI
	ADDQ R9, R8
	DECQ R11
	JNE  onecolumn
	VZEROUPPER
	RET

four:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	SUBQ $(64>>SHIFT), CX
	JLT  four1

four2:
	MOVU (BX), Y8
	MOVU 32(BX), Y9
	FMA  (AX), Y8, Y0
	FMA  32(AX), Y9, Y4
	FMA  (AX)(R9*1), Y8, Y1
	FMA  32(AX)(R9*1), Y9, Y5
	FMA  (AX)(R9*2), Y8, Y2
	FMA  32(AX)(R9*2), Y9, Y6
	FMA  (AX)(R10*1), Y8, Y3
	FMA  32(AX)(R10*1), Y9, Y7
	ADDQ $64, AX
	ADDQ $64, BX
	SUBQ $(64>>SHIFT), CX
	JGE  four2

four1:
	ADDQ $((64>>SHIFT)-(32>>SHIFT)), CX
	JLT  fourrest
	MOVU (BX), Y8
	FMA  (AX), Y8, Y0
	FMA  (AX)(R9*1), Y8, Y1
	FMA  (AX)(R9*2), Y8, Y2
	FMA  (AX)(R10*1), Y8, Y3
	ADDQ $32, AX
	ADDQ $32, BX

fourrest:
	TESTQ DX, DX
	JEQ  foursum
	MOVU (R13), Y9
	MOVM (BX), Y9, Y8
	MOVM (AX), Y9, Y10
	FMA  Y10, Y8, Y4
	MOVM (AX)(R9*1), Y9, Y10
	FMA  Y10, Y8, Y5
	MOVM (AX)(R9*2), Y9, Y10
	FMA  Y10, Y8, Y6
	MOVM (AX)(R10*1), Y9, Y10
	FMA  Y10, Y8, Y7

foursum:
	ADD Y4, Y0, Y0
	ADD Y5, Y1, Y1
	ADD Y6, Y2, Y2
	ADD Y7, Y3, Y3
	FOLD(Y0, X0, X8)
	FOLD(Y1, X1, X8)
	FOLD(Y2, X2, X8)
	FOLD(Y3, X3, X8)
	PUT X0, RET0
	PUT X1, RET1
	PUT X2, RET2
	PUT X3, RET3
	VZEROUPPER
	RET

// The body of the AVX2 Axpys kernels for real types: included into their TEXT in vector_?_avx2_amd64.s, which defines MOVU,
// MOVM (move under a mask), BCAST, FMA, SHIFT (log2 of the bytes of an element) and YARG.
//
// Four columns are added together, two vectors at a time; fewer one after the other. What remains below a vector is
// moved under a mask.
//
//	AX a, with R9 lda and R10 3*lda (bytes)    DI y    CX n    R13 points to the mask of the remainder

	MOVQ n+0(FP), CX
	MOVQ a+8(FP), AX
	MOVQ lda+16(FP), R9
	MOVQ cols+24(FP), R11
	MOVQ YARG, DI
	SHLQ $SHIFT, R9
	LEAQ (R9)(R9*2), R10
	MOVQ CX, DX
	ANDQ $((32>>SHIFT)-1), DX
	SHLQ $SHIFT, DX
	LEAQ ·masks+32(SB), R13
	SUBQ DX, R13
	LEAQ x0+32(FP), SI

	CMPQ R11, $4
	JEQ  fourcolumns

	MOVQ AX, R8
	MOVQ DI, R12
	MOVQ CX, BX

column:
	MOVQ R8, AX
	MOVQ R12, DI
	MOVQ BX, CX
	BCAST (SI), Y8
	SUBQ $(64>>SHIFT), CX
	JLT  column1

column2:
	MOVU (DI), Y0
	MOVU 32(DI), Y1
	FMA  (AX), Y8, Y0
	FMA  32(AX), Y8, Y1
	MOVU Y0, (DI)
	MOVU Y1, 32(DI)
	ADDQ $64, AX
	ADDQ $64, DI
	SUBQ $(64>>SHIFT), CX
	JGE  column2

column1:
	ADDQ $((64>>SHIFT)-(32>>SHIFT)), CX
	JLT  columnrest
	MOVU (DI), Y0
	FMA  (AX), Y8, Y0
	MOVU Y0, (DI)
	ADDQ $32, AX
	ADDQ $32, DI

columnrest:
	TESTQ DX, DX
	JEQ  columnend
	MOVU (R13), Y2
	MOVM (DI), Y2, Y0
	MOVM (AX), Y2, Y1
	FMA  Y1, Y8, Y0
	MOVM Y0, Y2, (DI)

columnend:
	ADDQ $(1<<SHIFT), SI
	ADDQ R9, R8
	DECQ R11
	JNE  column
	VZEROUPPER
	RET

fourcolumns:
	BCAST (SI), Y8
	BCAST (1<<SHIFT)(SI), Y9
	BCAST (2<<SHIFT)(SI), Y10
	BCAST (3<<SHIFT)(SI), Y11
	SUBQ $(64>>SHIFT), CX
	JLT  fourcolumns1

fourcolumns2:
	MOVU (DI), Y0
	MOVU 32(DI), Y1
	FMA  (AX), Y8, Y0
	FMA  32(AX), Y8, Y1
	FMA  (AX)(R9*1), Y9, Y0
	FMA  32(AX)(R9*1), Y9, Y1
	FMA  (AX)(R9*2), Y10, Y0
	FMA  32(AX)(R9*2), Y10, Y1
	FMA  (AX)(R10*1), Y11, Y0
	FMA  32(AX)(R10*1), Y11, Y1
	MOVU Y0, (DI)
	MOVU Y1, 32(DI)
	ADDQ $64, AX
	ADDQ $64, DI
	SUBQ $(64>>SHIFT), CX
	JGE  fourcolumns2

fourcolumns1:
	ADDQ $((64>>SHIFT)-(32>>SHIFT)), CX
	JLT  fourcolumnsrest
	MOVU (DI), Y0
	FMA  (AX), Y8, Y0
	FMA  (AX)(R9*1), Y9, Y0
	FMA  (AX)(R9*2), Y10, Y0
	FMA  (AX)(R10*1), Y11, Y0
	MOVU Y0, (DI)
	ADDQ $32, AX
	ADDQ $32, DI

fourcolumnsrest:
	TESTQ DX, DX
	JEQ  fourcolumnsend
	MOVU (R13), Y2
	MOVM (DI), Y2, Y0
	MOVM (AX), Y2, Y1
	FMA  Y1, Y8, Y0
	MOVM (AX)(R9*1), Y2, Y1
	FMA  Y1, Y9, Y0
	MOVM (AX)(R9*2), Y2, Y1
	FMA  Y1, Y10, Y0
	MOVM (AX)(R10*1), Y2, Y1
	FMA  Y1, Y11, Y0
	MOVM Y0, Y2, (DI)

fourcolumnsend:
	VZEROUPPER
	RET

//go:build amd64 && !noasm

#include "textflag.h"

// The kernels that transpose take eight rows, whose addresses stand in R8 to R15, a vector of each at a time: DX is the
// position in the rows. They write columns of eight elements, from DI on, AX bytes apart; BX is three times that. CX
// columns remain. A last step that would be short begins so much earlier and writes some columns again.

#define ROWS \
	MOVQ dst+0(FP), DI   \
	MOVQ ld+8(FP), AX    \
	MOVQ src+16(FP), SI  \
	MOVQ rows+24(FP), BX \
	MOVQ n+32(FP), CX    \
	MOVQ 0(BX), R8       \
	MOVQ 8(BX), R9       \
	MOVQ 16(BX), R10     \
	MOVQ 24(BX), R11     \
	MOVQ 32(BX), R12     \
	MOVQ 40(BX), R13     \
	MOVQ 48(BX), R14     \
	MOVQ 56(BX), R15     \
	ADDQ SI, R8          \
	ADDQ SI, R9          \
	ADDQ SI, R10         \
	ADDQ SI, R11         \
	ADDQ SI, R12         \
	ADDQ SI, R13         \
	ADDQ SI, R14         \
	ADDQ SI, R15         \
	LEAQ (AX)(AX*2), BX  \
	XORQ DX, DX

#define LOAD \
	VMOVUPD (R8)(DX*1), Y0  \
	VMOVUPD (R9)(DX*1), Y1  \
	VMOVUPD (R10)(DX*1), Y2 \
	VMOVUPD (R11)(DX*1), Y3 \
	VMOVUPD (R12)(DX*1), Y4 \
	VMOVUPD (R13)(DX*1), Y5 \
	VMOVUPD (R14)(DX*1), Y6 \
	VMOVUPD (R15)(DX*1), Y7

// SHUFFLE4 transposes eight vectors of eight 4-byte elements, Y0 to Y7, to Y8 to Y15.
#define SHUFFLE4 \
	VUNPCKLPS  Y1, Y0, Y8          \
	VUNPCKHPS  Y1, Y0, Y9          \
	VUNPCKLPS  Y3, Y2, Y10         \
	VUNPCKHPS  Y3, Y2, Y11         \
	VUNPCKLPS  Y5, Y4, Y12         \
	VUNPCKHPS  Y5, Y4, Y13         \
	VUNPCKLPS  Y7, Y6, Y14         \
	VUNPCKHPS  Y7, Y6, Y15         \
	VSHUFPS    $0x44, Y10, Y8, Y0  \
	VSHUFPS    $0xEE, Y10, Y8, Y1  \
	VSHUFPS    $0x44, Y11, Y9, Y2  \
	VSHUFPS    $0xEE, Y11, Y9, Y3  \
	VSHUFPS    $0x44, Y14, Y12, Y4 \
	VSHUFPS    $0xEE, Y14, Y12, Y5 \
	VSHUFPS    $0x44, Y15, Y13, Y6 \
	VSHUFPS    $0xEE, Y15, Y13, Y7 \
	VPERM2F128 $0x20, Y4, Y0, Y8   \
	VPERM2F128 $0x20, Y5, Y1, Y9   \
	VPERM2F128 $0x20, Y6, Y2, Y10  \
	VPERM2F128 $0x20, Y7, Y3, Y11  \
	VPERM2F128 $0x31, Y4, Y0, Y12  \
	VPERM2F128 $0x31, Y5, Y1, Y13  \
	VPERM2F128 $0x31, Y6, Y2, Y14  \
	VPERM2F128 $0x31, Y7, Y3, Y15 

// SHUFFLE8 transposes eight vectors of four 8-byte elements: column j goes to Y(j), its second half to Y(j+4).
#define SHUFFLE8 \
	VUNPCKLPD  Y1, Y0, Y8          \
	VUNPCKHPD  Y1, Y0, Y9          \
	VUNPCKLPD  Y3, Y2, Y10         \
	VUNPCKHPD  Y3, Y2, Y11         \
	VUNPCKLPD  Y5, Y4, Y12         \
	VUNPCKHPD  Y5, Y4, Y13         \
	VUNPCKLPD  Y7, Y6, Y14         \
	VUNPCKHPD  Y7, Y6, Y15         \
	VPERM2F128 $0x20, Y10, Y8, Y0  \
	VPERM2F128 $0x20, Y11, Y9, Y1  \
	VPERM2F128 $0x31, Y10, Y8, Y2  \
	VPERM2F128 $0x31, Y11, Y9, Y3  \
	VPERM2F128 $0x20, Y14, Y12, Y4 \
	VPERM2F128 $0x20, Y15, Y13, Y5 \
	VPERM2F128 $0x31, Y14, Y12, Y6 \
	VPERM2F128 $0x31, Y15, Y13, Y7

// SHUFFLE16 transposes eight vectors of two 16-byte elements: column 0 goes to Y8, Y10, Y12 and Y14, column 1 to the others.
#define SHUFFLE16 \
	VPERM2F128 $0x20, Y1, Y0, Y8  \
	VPERM2F128 $0x31, Y1, Y0, Y9  \
	VPERM2F128 $0x20, Y3, Y2, Y10 \
	VPERM2F128 $0x31, Y3, Y2, Y11 \
	VPERM2F128 $0x20, Y5, Y4, Y12 \
	VPERM2F128 $0x31, Y5, Y4, Y13 \
	VPERM2F128 $0x20, Y7, Y6, Y14 \
	VPERM2F128 $0x31, Y7, Y6, Y15

// The streaming forms write whole columns past the caches, each at its own place: R8 to R15 are as above, BX walks the table
// of places. A column of eight elements of 8 bytes is one cache line, of 16 bytes two; for 4 bytes, sixteen rows are taken.

#define STREAMROWS \
	MOVQ dst+0(FP), DI   \
	MOVQ src+16(FP), SI  \
	MOVQ rows+24(FP), BX \
	MOVQ 0(BX), R8       \
	MOVQ 8(BX), R9       \
	MOVQ 16(BX), R10     \
	MOVQ 24(BX), R11     \
	MOVQ 32(BX), R12     \
	MOVQ 40(BX), R13     \
	MOVQ 48(BX), R14     \
	MOVQ 56(BX), R15     \
	ADDQ SI, R8          \
	ADDQ SI, R9          \
	ADDQ SI, R10         \
	ADDQ SI, R11         \
	ADDQ SI, R12         \
	ADDQ SI, R13         \
	ADDQ SI, R14         \
	ADDQ SI, R15         \
	MOVQ to+8(FP), BX    \
	MOVQ n+32(FP), CX    \
	XORQ DX, DX

#define COLUMN4(i, y) \
	MOVQ     ((i)*8)(BX), AX \
	VMOVNTPD y, (DI)(AX*1)

#define COLUMNS4 \
	COLUMN4(0, Y8)  \
	COLUMN4(1, Y9)  \
	COLUMN4(2, Y10) \
	COLUMN4(3, Y11) \
	COLUMN4(4, Y12) \
	COLUMN4(5, Y13) \
	COLUMN4(6, Y14) \
	COLUMN4(7, Y15)

#define ROW4(i, y) \
	MOVQ    ((i)*8)(R8), AX  \
	ADDQ    SI, AX         \
	VMOVUPD (AX)(DX*1), y

#define ROWS4(i) \
	ROW4(i+0, Y0) \
	ROW4(i+1, Y1) \
	ROW4(i+2, Y2) \
	ROW4(i+3, Y3) \
	ROW4(i+4, Y4) \
	ROW4(i+5, Y5) \
	ROW4(i+6, Y6) \
	ROW4(i+7, Y7)

// func transpose4AVX2(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)
TEXT ·transpose4AVX2(SB), NOSPLIT, $0-40
	ROWS

step4:
	LOAD
	LEAQ       (DI)(AX*4), SI
	SHUFFLE4
	VMOVUPD    Y8, (DI)
	VMOVUPD    Y9, (DI)(AX*1)
	VMOVUPD    Y10, (DI)(AX*2)
	VMOVUPD    Y11, (DI)(BX*1)
	VMOVUPD    Y12, (SI)
	VMOVUPD    Y13, (SI)(AX*1)
	VMOVUPD    Y14, (SI)(AX*2)
	VMOVUPD    Y15, (SI)(BX*1)
	ADDQ       $32, DX
	LEAQ       (DI)(AX*8), DI
	SUBQ       $8, CX
	CMPQ       CX, $8
	JGE        step4
	TESTQ      CX, CX
	JZ         done4
	SUBQ       $8, CX              // minus the columns to go back
	LEAQ       (DX)(CX*4), DX
	IMULQ      AX, CX
	ADDQ       CX, DI
	MOVQ       $8, CX
	JMP        step4

done4:
	VZEROUPPER
	RET

// func transpose8AVX2(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)
TEXT ·transpose8AVX2(SB), NOSPLIT, $0-40
	ROWS

step8:
	LOAD
	SHUFFLE8
	VMOVUPD    Y0, (DI)
	VMOVUPD    Y4, 32(DI)
	VMOVUPD    Y1, (DI)(AX*1)
	VMOVUPD    Y5, 32(DI)(AX*1)
	VMOVUPD    Y2, (DI)(AX*2)
	VMOVUPD    Y6, 32(DI)(AX*2)
	VMOVUPD    Y3, (DI)(BX*1)
	VMOVUPD    Y7, 32(DI)(BX*1)
	ADDQ       $32, DX
	LEAQ       (DI)(AX*4), DI
	SUBQ       $4, CX
	CMPQ       CX, $4
	JGE        step8
	TESTQ      CX, CX
	JZ         done8
	SUBQ       $4, CX              // minus the columns to go back
	LEAQ       (DX)(CX*8), DX
	IMULQ      AX, CX
	ADDQ       CX, DI
	MOVQ       $4, CX
	JMP        step8

done8:
	VZEROUPPER
	RET

// func transpose16AVX2(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)
TEXT ·transpose16AVX2(SB), NOSPLIT, $0-40
	ROWS

step16:
	LOAD
	SHUFFLE16
	VMOVUPD    Y8, (DI)
	VMOVUPD    Y10, 32(DI)
	VMOVUPD    Y12, 64(DI)
	VMOVUPD    Y14, 96(DI)
	VMOVUPD    Y9, (DI)(AX*1)
	VMOVUPD    Y11, 32(DI)(AX*1)
	VMOVUPD    Y13, 64(DI)(AX*1)
	VMOVUPD    Y15, 96(DI)(AX*1)
	ADDQ       $32, DX
	LEAQ       (DI)(AX*2), DI
	SUBQ       $2, CX
	CMPQ       CX, $2
	JGE        step16
	TESTQ      CX, CX
	JZ         done16
	SUBQ       $16, DX             // one column is left: go back by one
	SUBQ       AX, DI
	MOVQ       $2, CX
	JMP        step16

done16:
	VZEROUPPER
	RET

// func transposeStream8AVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)
TEXT ·transposeStream8AVX2(SB), NOSPLIT, $0-40
	STREAMROWS

stream8:
	LOAD
	SHUFFLE8
	MOVQ     (BX), AX
	VMOVNTPD Y0, (DI)(AX*1)
	VMOVNTPD Y4, 32(DI)(AX*1)
	MOVQ     8(BX), SI
	VMOVNTPD Y1, (DI)(SI*1)
	VMOVNTPD Y5, 32(DI)(SI*1)
	MOVQ     16(BX), AX
	VMOVNTPD Y2, (DI)(AX*1)
	VMOVNTPD Y6, 32(DI)(AX*1)
	MOVQ     24(BX), SI
	VMOVNTPD Y3, (DI)(SI*1)
	VMOVNTPD Y7, 32(DI)(SI*1)
	ADDQ     $32, DX
	ADDQ     $32, BX
	SUBQ     $4, CX
	CMPQ     CX, $4
	JGE      stream8
	TESTQ    CX, CX
	JZ       streamed8
	SUBQ     $4, CX
	LEAQ     (DX)(CX*8), DX
	LEAQ     (BX)(CX*8), BX
	MOVQ     $4, CX
	JMP      stream8

streamed8:
	VZEROUPPER
	RET

// func transposeStream16AVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)
TEXT ·transposeStream16AVX2(SB), NOSPLIT, $0-40
	STREAMROWS

stream16:
	LOAD
	SHUFFLE16
	MOVQ     (BX), AX
	VMOVNTPD Y8, (DI)(AX*1)
	VMOVNTPD Y10, 32(DI)(AX*1)
	VMOVNTPD Y12, 64(DI)(AX*1)
	VMOVNTPD Y14, 96(DI)(AX*1)
	MOVQ     8(BX), SI
	VMOVNTPD Y9, (DI)(SI*1)
	VMOVNTPD Y11, 32(DI)(SI*1)
	VMOVNTPD Y13, 64(DI)(SI*1)
	VMOVNTPD Y15, 96(DI)(SI*1)
	ADDQ     $32, DX
	ADDQ     $16, BX
	SUBQ     $2, CX
	CMPQ     CX, $2
	JGE      stream16
	TESTQ    CX, CX
	JZ       streamed16
	SUBQ     $16, DX
	SUBQ     $8, BX
	MOVQ     $2, CX
	JMP      stream16

streamed16:
	VZEROUPPER
	RET

// func transposeStream4AVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)
TEXT ·transposeStream4AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ to+8(FP), BX
	MOVQ src+16(FP), SI
	MOVQ rows+24(FP), R8
	MOVQ n+32(FP), CX
	XORQ DX, DX

stream4:
	ROWS4(0)
	SHUFFLE4
	COLUMNS4
	ADDQ  $32, DI
	ROWS4(8)
	SHUFFLE4
	COLUMNS4
	SUBQ  $32, DI
	ADDQ  $32, DX
	ADDQ  $64, BX
	SUBQ  $8, CX
	CMPQ  CX, $8
	JGE   stream4
	TESTQ CX, CX
	JZ    streamed4
	SUBQ  $8, CX
	LEAQ  (DX)(CX*4), DX
	LEAQ  (BX)(CX*8), BX
	MOVQ  $8, CX
	JMP   stream4

streamed4:
	VZEROUPPER
	RET

// func streamAVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, from *int, runs, bytes int)
//
// Each run is written in three parts: up to the first whole cache line and after the last one as usual, between them past
// the caches.
TEXT ·streamAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ to+8(FP), R10
	MOVQ src+16(FP), SI
	MOVQ from+24(FP), R11
	MOVQ runs+32(FP), BX

run:
	MOVQ    (R10), R8
	ADDQ    DI, R8
	MOVQ    (R11), R9
	ADDQ    SI, R9
	ADDQ    $8, R10
	ADDQ    $8, R11
	MOVQ    bytes+40(FP), CX
	MOVQ    R8, DX
	NEGQ    DX
	ANDQ    $63, DX
	JZ      lines
	CMPQ    DX, CX
	CMOVQGT CX, DX
	SUBQ    DX, CX

head8:
	CMPQ DX, $8
	JLT  head4
	MOVQ (R9), AX
	MOVQ AX, (R8)
	ADDQ $8, R9
	ADDQ $8, R8
	SUBQ $8, DX
	JMP  head8

head4:
	TESTQ DX, DX
	JZ    lines
	MOVL  (R9), AX
	MOVL  AX, (R8)
	ADDQ  $4, R9
	ADDQ  $4, R8

lines:
	SUBQ $128, CX
	JLT  line

lines2:
	VMOVDQU  (R9), Y0
	VMOVDQU  32(R9), Y1
	VMOVDQU  64(R9), Y2
	VMOVDQU  96(R9), Y3
	VMOVNTDQ Y0, (R8)
	VMOVNTDQ Y1, 32(R8)
	VMOVNTDQ Y2, 64(R8)
	VMOVNTDQ Y3, 96(R8)
	ADDQ     $128, R9
	ADDQ     $128, R8
	SUBQ     $128, CX
	JGE      lines2

line:
	ADDQ     $64, CX
	JLT      tail
	VMOVDQU  (R9), Y0
	VMOVDQU  32(R9), Y1
	VMOVNTDQ Y0, (R8)
	VMOVNTDQ Y1, 32(R8)
	ADDQ     $64, R9
	ADDQ     $64, R8
	SUBQ     $64, CX

tail:
	ADDQ $64, CX

tail8:
	CMPQ CX, $8
	JLT  tail4
	MOVQ (R9), AX
	MOVQ AX, (R8)
	ADDQ $8, R9
	ADDQ $8, R8
	SUBQ $8, CX
	JMP  tail8

tail4:
	TESTQ CX, CX
	JZ    next
	MOVL  (R9), AX
	MOVL  AX, (R8)

next:
	DECQ BX
	JNZ  run
	VZEROUPPER
	RET

// func prefetchT1(src unsafe.Pointer, rows *int, n, bytes int)
TEXT ·prefetchT1(SB), NOSPLIT, $0-32
	MOVQ src+0(FP), SI
	MOVQ rows+8(FP), DI
	MOVQ n+16(FP), CX
	MOVQ bytes+24(FP), DX

prefetchRow:
	MOVQ (DI), R8
	ADDQ SI, R8
	LEAQ (R8)(DX*1), R9

prefetchLine:
	PREFETCHT1 (R8)
	ADDQ       $64, R8
	CMPQ       R8, R9
	JLT        prefetchLine
	ADDQ       $8, DI
	DECQ       CX
	JNZ        prefetchRow
	RET

// func storeFence()
TEXT ·storeFence(SB), NOSPLIT, $0-0
	SFENCE
	RET

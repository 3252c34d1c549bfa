//go:build amd64 && !noasm

#include "textflag.h"

// SCAN goes through the blocks and keeps in Y1 what compares equal to the mask in Y0.
#define SCAN(label, compare) \
label: \
	VPAND   (SI), Y0, Y2   \
	VPAND   32(SI), Y0, Y3 \
	compare Y0, Y2, Y2     \
	compare Y0, Y3, Y3     \
	VPOR    Y2, Y1, Y1     \
	VPOR    Y3, Y1, Y1     \
	ADDQ    $64, SI        \
	DECQ    CX             \
	JNZ     label

// func allAVX2(p unsafe.Pointer, n int, mask uint64) bool
TEXT ·allAVX2(SB), NOSPLIT, $0-25
	MOVQ         p+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         mask+16(FP), AX
	MOVQ         AX, X0
	VPXOR        Y1, Y1, Y1
	SHRQ         $32, AX
	JNZ          wide
	VPBROADCASTD X0, Y0
	SCAN(narrow, VPCMPEQD)
	JMP          done

wide:
	VPBROADCASTQ X0, Y0
	SCAN(scan, VPCMPEQQ)

done:
	VPTEST Y1, Y1
	SETEQ  ret+24(FP)
	VZEROUPPER
	RET

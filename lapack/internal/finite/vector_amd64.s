//go:build amd64 && !noasm

#include "textflag.h"

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

narrow:
	VPAND    (SI), Y0, Y2
	VPAND    32(SI), Y0, Y3
	VPCMPEQD Y0, Y2, Y2
	VPCMPEQD Y0, Y3, Y3
	VPOR     Y2, Y1, Y1
	VPOR     Y3, Y1, Y1
	ADDQ     $64, SI
	DECQ     CX
	JNZ      narrow
	JMP      done

wide:
	VPBROADCASTQ X0, Y0

wide2:
	VPAND    (SI), Y0, Y2
	VPAND    32(SI), Y0, Y3
	VPCMPEQQ Y0, Y2, Y2
	VPCMPEQQ Y0, Y3, Y3
	VPOR     Y2, Y1, Y1
	VPOR     Y3, Y1, Y1
	ADDQ     $64, SI
	DECQ     CX
	JNZ      wide2

done:
	VPTEST Y1, Y1
	SETEQ  ret+24(FP)
	VZEROUPPER
	RET

//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPD
#define MOVM VMASKMOVPD
#define BCAST VBROADCASTSD
#define FMA VFMADD231PD
#define ADD VADDPD
#define SHIFT 3
#define FOLD(y, x, t) \
	VEXTRACTF128 $1, y, t; \
	VADDPD t, x, x; \
	VPERMILPD $1, x, t; \
	VADDSD t, x, x
#define PUT VMOVSD
#define RET0 s0+48(FP)
#define RET1 s1+56(FP)
#define RET2 s2+64(FP)
#define RET3 s3+72(FP)
#define YARG y+64(FP)
#define FLAGSARG flags+72(FP)

TEXT ·dotsAVX2D(SB), NOSPLIT, $0-80
#include "dots_avx2_real.h"

TEXT ·axpysAVX2D(SB), NOSPLIT, $0-80
#include "axpys_avx2_real.h"

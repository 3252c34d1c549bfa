//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPS
#define MOVM VMASKMOVPS
#define BCAST VBROADCASTSS
#define FMA VFMADD231PS
#define ADD VADDPS
#define SHIFT 2
#define FOLD(y, x, t) \
	VEXTRACTF128 $1, y, t; \
	VADDPS t, x, x; \
	VHADDPS x, x, x; \
	VHADDPS x, x, x
#define PUT VMOVSS
#define RET0 s0+48(FP)
#define RET1 s1+52(FP)
#define RET2 s2+56(FP)
#define RET3 s3+60(FP)
#define YARG y+48(FP)
#define FLAGSARG flags+56(FP)

TEXT ·dotsAVX2S(SB), NOSPLIT, $0-64
#include "dots_avx2_real.h"

TEXT ·axpysAVX2S(SB), NOSPLIT, $0-64
#include "axpys_avx2_real.h"

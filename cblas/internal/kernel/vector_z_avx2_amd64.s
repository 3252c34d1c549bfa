//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPD
#define MOVM VMASKMOVPD
#define BCAST VBROADCASTSD
#define FMA VFMADD231PD
#define ADD VADDPD
#define XOR VXORPD
#define SWAP(x, y) VPERMILPD $0x5, x, y
#define SHIFT 4
#define FOLD(y, x, t) \
	VEXTRACTF128 $1, y, t; \
	VADDPD t, x, x
#define PAIR(p, q) \
	XOR (R14), p, p; \
	XOR 16(R14), q, q; \
	VHADDPD q, p, p
#define DOTSIGNS ·dotSigns64(SB)
#define SIGNS ·signs64(SB)
#define PUT VMOVUPD
#define RET0 s0_real+48(FP)
#define RET1 s1_real+64(FP)
#define RET2 s2_real+80(FP)
#define RET3 s3_real+96(FP)
#define YARG y+96(FP)
#define FLAGSARG flags+104(FP)

TEXT ·dotsAVX2Z(SB), NOSPLIT, $0-112
#include "dots_avx2_complex.h"

TEXT ·axpysAVX2Z(SB), NOSPLIT, $0-112
#include "axpys_avx2_complex.h"

//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPS
#define MOVM VMASKMOVPS
#define BCAST VBROADCASTSS
#define FMA VFMADD231PS
#define ADD VADDPS
#define XOR VXORPS
#define SWAP(x, y) VPERMILPS $0xb1, x, y
#define SHIFT 3
#define FOLD(y, x, t) \
	VEXTRACTF128 $1, y, t; \
	VADDPS t, x, x; \
	VPERMILPD $1, x, t; \
	VADDPS t, x, x
#define PAIR(p, q) \
	XOR (R14), p, p; \
	XOR 16(R14), q, q; \
	VHADDPS q, p, p; \
	VPERMILPS $0x08, p, p
#define DOTSIGNS ·dotSigns32(SB)
#define SIGNS ·signs32(SB)
#define PUT VMOVSD
#define RET0 s0_real+48(FP)
#define RET1 s1_real+56(FP)
#define RET2 s2_real+64(FP)
#define RET3 s3_real+72(FP)
#define YARG y+64(FP)
#define FLAGSARG flags+72(FP)

TEXT ·dotsAVX2C(SB), NOSPLIT, $0-80
#include "dots_avx2_complex.h"

TEXT ·axpysAVX2C(SB), NOSPLIT, $0-80
#include "axpys_avx2_complex.h"

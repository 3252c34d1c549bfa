//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPD
#define MOVUZ VMOVUPD.Z
#define BCAST VBROADCASTSD
#define FMA VFMADD231PD
#define ESHIFT 4
#define LSHIFT 1
#define ROWS 4
#define COMPLEX
#define IM 8
#define SWAP(x, y) VPERMILPD $0x55, x, y
#define ADD VADDPD
#define CMP VCMPPD
#define SIGNS ·signs64(SB)
#define FLIP ·signs64+32(SB)
#define ALPHARE alpha_real+88(FP)
#define ALPHAIM alpha_imag+96(FP)
#include "tile_avx512_complex.h"

TEXT ·tileAVX512Z(SB), NOSPLIT, $0-104
#include "tile_avx512.h"

//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPD
#define MOVM VMASKMOVPD
#define AND VANDPD
#define MUL VMULPD
#define ADD VADDPD
#define MASKS ·masks(SB)
#define BCAST VBROADCASTSD
#define FMA VFMADD231PD
#define ESHIFT 4
#define LSHIFT 1
#define ROWS 2
#define COMPLEX
#define IM 8
#define SWAP(x, y) VPERMILPD $0x55, x, y
#define XOR VXORPD
#define CMP VCMPPD
#define SIGNS ·signs64(SB)
#define FLIP ·signs64+32(SB)
#define ALPHARE alpha_real+88(FP)
#define ALPHAIM alpha_imag+96(FP)
#include "tile_avx2_complex.h"

TEXT ·tileAVX2Z(SB), NOSPLIT, $0-104
#include "tile_avx2.h"

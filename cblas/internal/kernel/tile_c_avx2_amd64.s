//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPS
#define MOVM VMASKMOVPS
#define AND VANDPS
#define MUL VMULPS
#define ADD VADDPS
#define MASKS ·masks(SB)
#define BCAST VBROADCASTSS
#define FMA VFMADD231PS
#define ESHIFT 3
#define LSHIFT 1
#define ROWS 4
#define COMPLEX
#define IM 4
#define SWAP(x, y) VPERMILPS $0xb1, x, y
#define XOR VXORPS
#define CMP VCMPPS
#define SIGNS ·signs32(SB)
#define FLIP ·signs32+32(SB)
#define ALPHARE alpha_real+88(FP)
#define ALPHAIM alpha_imag+92(FP)
#include "tile_avx2_complex.h"

TEXT ·tileAVX2C(SB), NOSPLIT, $0-96
#include "tile_avx2.h"

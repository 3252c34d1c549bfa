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
#define ESHIFT 2
#define LSHIFT 0
#define ROWS 8
#include "tile_avx2_real.h"

TEXT ·tileAVX2S(SB), NOSPLIT, $0-92
#include "tile_avx2.h"

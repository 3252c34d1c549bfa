//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPS
#define MOVUZ VMOVUPS.Z
#define BCAST VBROADCASTSS
#define FMA VFMADD231PS
#define ESHIFT 2
#define LSHIFT 0
#define ROWS 16
#include "tile_avx512_real.h"

TEXT ·tileAVX512S(SB), NOSPLIT, $0-92
#include "tile_avx512.h"

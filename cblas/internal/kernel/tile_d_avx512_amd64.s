//go:build !noasm

#include "textflag.h"

#define MOVU VMOVUPD
#define MOVUZ VMOVUPD.Z
#define BCAST VBROADCASTSD
#define FMA VFMADD231PD
#define ESHIFT 3
#define LSHIFT 0
#define ROWS 8
#include "tile_avx512_real.h"

TEXT ·tileAVX512D(SB), NOSPLIT, $0-96
#include "tile_avx512.h"

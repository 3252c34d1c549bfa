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
#define ESHIFT 3
#define LSHIFT 0
#define ROWS 4
#include "tile_avx2_real.h"

TEXT ·tileAVX2D(SB), NOSPLIT, $0-96
#include "tile_avx2.h"

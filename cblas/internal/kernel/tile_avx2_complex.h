// What the complex AVX2 tile kernels do otherwise than the real ones: where the numbers of B stand, and how a tile ends.
// Besides the names in tile_avx2.h it needs ADD, XOR, SWAP (exchange neighbours), CMP, IM (bytes of a real number), SIGNS and
// FLIP (the tables in signs_amd64.s), ALPHARE and ALPHAIM.

// N4, N2: how many columns 4 and 2 broadcast numbers are. B0 to B3: where they stand.
#define N4 2
#define N2 1
#define B0 (BX)
#define B1 IM(BX)
#define B2 (BX)(R11*1)
#define B3 IM(BX)(R11*1)

// FINISH prepares what PUT and PUTLAST need: AX the signs by conjugation, Y2 the imaginary part of alpha as (-, +), Y3
// zeros where that is 0, so that 0*Inf makes no NaN.
#define FINISH \
	MOVQ  flags+80(FP), BX; \
	SHRQ  $1, BX; \
	ANDQ  $3, BX; \
	SHLQ  $6, BX; \
	LEAQ  SIGNS, AX; \
	ADDQ  BX, AX; \
	LEAQ  MASKS, CX; \
	BCAST ALPHAIM, Y2; \
	VPXOR Y3, Y3, Y3; \
	CMP   $4, Y3, Y2, Y3; \
	XOR   FLIP, Y2, Y2

// COMBINE turns the two sums of a vector into alpha times their complex value, as PUT of tile_avx512.h.
#define COMBINE(re, im) \
	SWAP(im, im); \
	XOR   (AX), re, re; \
	XOR   32(AX), im, im; \
	ADD   im, re, re; \
	SWAP(re, im); \
	BCAST ALPHARE, Y0; \
	MUL   Y0, re, re; \
	MUL   Y2, im, im; \
	AND   Y3, im, im; \
	ADD   im, re, re

#define PUT(addr, re, im) \
	COMBINE(re, im); \
	MOVU addr, Y0; \
	AND  (R14), Y0, Y0; \
	ADD  re, Y0, Y0; \
	MOVU Y0, addr

#define PUTLAST(addr, re, im) \
	COMBINE(re, im); \
	MOVU (R13), Y1; \
	MOVM addr, Y1, Y0; \
	AND  (R14), Y0, Y0; \
	ADD  re, Y0, Y0; \
	SAVELAST(addr)

// PAIRv finishes the columns that two adjacent broadcast numbers belong to: here one column.
#define PAIR1(x, u) \
	PUTLAST((DI), x, u); \
	ADDQ DX, DI

#define PAIR2(x, y, u, v) \
	PUT((DI), x, u); \
	PUTLAST(32(DI), y, v); \
	ADDQ DX, DI

#define PAIR3(x, y, z, u, v, w) \
	PUT((DI), x, u); \
	PUT(32(DI), y, v); \
	PUTLAST(64(DI), z, w); \
	ADDQ DX, DI

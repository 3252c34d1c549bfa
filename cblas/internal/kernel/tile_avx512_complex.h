// What the complex AVX-512 tile kernels do otherwise than the real ones: where the numbers of B stand, and how a tile ends.
// Besides the names in tile_avx512.h it needs ADD, SWAP (exchange neighbours), CMP, IM (bytes of a real number), SIGNS and
// FLIP (the tables in signs_amd64.s), ALPHARE and ALPHAIM.

// PROLOGUE prepares what PUT needs: Z4 and Z5, the signs of the two sums, from bits 1 and 2 of the flags (AX), which are
// conjugation; Z6 and Z7, the real part of alpha, and its imaginary part as (-, +); K4, zero where alpha is real, so that
// 0*Inf makes no NaN.
#define PROLOGUE \
	SHRQ  $1, AX; \
	ANDQ  $3, AX; \
	SHLQ  $6, AX; \
	LEAQ  SIGNS, CX; \
	VBROADCASTF32X4 (CX)(AX*1), Z4; \
	VBROADCASTF32X4 32(CX)(AX*1), Z5; \
	BCAST ALPHARE, Z6; \
	BCAST ALPHAIM, Z7; \
	VPXORQ Z0, Z0, Z0; \
	CMP   $4, Z0, Z7, K4; \
	VBROADCASTF32X4 FLIP, Z0; \
	VPXORQ Z0, Z7, Z7

// N8, N4, N2: how many columns 8, 4, 2 broadcast numbers are. B0 to B7: where they stand.
#define N8 4
#define N4 2
#define N2 1
#define B0 (BX)
#define B1 IM(BX)
#define B2 (BX)(R11*1)
#define B3 IM(BX)(R11*1)
#define B4 (BX)(R11*2)
#define B5 IM(BX)(R11*2)
#define B6 (BX)(R12*1)
#define B7 IM(BX)(R12*1)

// PUT finishes one vector of C. re holds sums of a*Re b and im of a*Im b, the real and imaginary parts of a in turn:
//	Re = +-re.even +- im.odd    Im = +-re.odd +- im.even
// with the signs Z4 and Z5. Then C = (C or 0) + alpha*(Re, Im), masked on load and on store.
#define PUT(addr, re, im, load, store) \
	SWAP(im, im); \
	VPXORQ Z4, re, re; \
	VPXORQ Z5, im, im; \
	ADD    im, re, re; \
	SWAP(re, im); \
	MOVUZ  addr, load, Z3; \
	FMA    re, Z6, Z3; \
	FMA    im, Z7, K4, Z3; \
	MOVU   Z3, store, addr

// PAIRv finishes the columns that two adjacent broadcast numbers belong to: here one column.
#define PAIR1(x, u) \
	PUT((DI), x, u, K3, K1); \
	ADDQ DX, DI

#define PAIR2(x, y, u, v) \
	PUT((DI), x, u, K2, K5); \
	PUT(64(DI), y, v, K3, K1); \
	ADDQ DX, DI

#define PAIR3(x, y, z, u, v, w) \
	PUT((DI), x, u, K2, K5); \
	PUT(64(DI), y, v, K2, K5); \
	PUT(128(DI), z, w, K3, K1); \
	ADDQ DX, DI

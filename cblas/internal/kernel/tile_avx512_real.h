// What the real AVX-512 tile kernels do otherwise than the complex ones: where the numbers of B stand, and how a tile ends.

// PROLOGUE prepares what PUT1 to PUT3 need: alpha in Z4.
#define PROLOGUE \
	BCAST alpha+88(FP), Z4

#define N8 8
#define N4 4
#define N2 2
#define B0 (BX)
#define B1 (BX)(R11*1)
#define B2 (BX)(R11*2)
#define B3 (BX)(R12*1)
#define B4 (BX)(R11*4)
#define B5 (BX)(R13*1)
#define B6 (BX)(R12*2)
#define B7 (BX)(R14*1)

// PUTv finishes one column of C: C = (C or 0) + alpha*sum.
#define PUT1(x) \
	MOVUZ (DI), K3, Z0; \
	FMA   x, Z4, Z0; \
	MOVU  Z0, K1, (DI); \
	ADDQ  DX, DI

#define PUT2(x, y) \
	MOVUZ (DI), K2, Z0; \
	MOVUZ 64(DI), K3, Z1; \
	FMA   x, Z4, Z0; \
	FMA   y, Z4, Z1; \
	MOVU  Z0, (DI); \
	MOVU  Z1, K1, 64(DI); \
	ADDQ  DX, DI

#define PUT3(x, y, z) \
	MOVUZ (DI), K2, Z0; \
	MOVUZ 64(DI), K2, Z1; \
	MOVUZ 128(DI), K3, Z2; \
	FMA   x, Z4, Z0; \
	FMA   y, Z4, Z1; \
	FMA   z, Z4, Z2; \
	MOVU  Z0, (DI); \
	MOVU  Z1, 64(DI); \
	MOVU  Z2, K1, 128(DI); \
	ADDQ  DX, DI

// PAIRv finishes the columns of two adjacent broadcast numbers: here two columns.
#define PAIR1(x, u) \
	PUT1(x); \
	PUT1(u)

#define PAIR2(x, y, u, v) \
	PUT2(x, y); \
	PUT2(u, v)

#define PAIR3(x, y, z, u, v, w) \
	PUT3(x, y, z); \
	PUT3(u, v, w)

// What the real AVX2 tile kernels do otherwise than the complex ones: where the numbers of B stand, and how a tile ends.

#define N4 4
#define N2 2
#define B0 (BX)
#define B1 (BX)(R11*1)
#define B2 (BX)(R11*2)
#define B3 (BX)(R12*1)

// FINISH prepares what PUT and PUTLAST need: alpha in Y3.
#define FINISH \
	LEAQ  MASKS, CX; \
	BCAST alpha+88(FP), Y3

// PUT finishes one vector of C: C = (C or 0) + alpha*sum.
#define PUT(addr, x) \
	MOVU addr, Y0; \
	AND  (R14), Y0, Y0; \
	FMA  x, Y3, Y0; \
	MOVU Y0, addr

#define PUTLAST(addr, x) \
	MOVU (R13), Y1; \
	MOVM addr, Y1, Y0; \
	AND  (R14), Y0, Y0; \
	FMA  x, Y3, Y0; \
	SAVELAST(addr)

#define PUT1(x) \
	PUTLAST((DI), x); \
	ADDQ DX, DI

#define PUT2(x, y) \
	PUT((DI), x); \
	PUTLAST(32(DI), y); \
	ADDQ DX, DI

#define PUT3(x, y, z) \
	PUT((DI), x); \
	PUT(32(DI), y); \
	PUTLAST(64(DI), z); \
	ADDQ DX, DI

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

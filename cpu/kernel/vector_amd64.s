//go:build amd64 && !noasm

#include "textflag.h"

// The vector kernels of products in AVX2 and FMA. Every kernel takes vectors of n elements as vectors of bytes: x at SI, y
// at R8 (or one y, spread over registers before), results at DI, CX bytes to go. A step takes x in Y0, y in Y1 and, where
// results are added to, those in Y2; it leaves results in Y2. The last bytes are taken by 16, 8 and 4.

// The sign bits of imaginary parts.
DATA conj64<>+0(SB)/8, $0x8000000000000000
DATA conj64<>+8(SB)/8, $0x8000000000000000
DATA conj64<>+16(SB)/8, $0x8000000000000000
DATA conj64<>+24(SB)/8, $0x8000000000000000
GLOBL conj64<>(SB), RODATA|NOPTR, $32

DATA conj128<>+0(SB)/8, $0
DATA conj128<>+8(SB)/8, $0x8000000000000000
DATA conj128<>+16(SB)/8, $0
DATA conj128<>+24(SB)/8, $0x8000000000000000
GLOBL conj128<>(SB), RODATA|NOPTR, $32

#define ARGS(shift) \
	MOVQ d+0(FP), DI  \
	MOVQ x+8(FP), SI  \
	MOVQ y+16(FP), R8 \
	MOVQ n+24(FP), CX \
	SHLQ $shift, CX

#define LOADX(at) VMOVUPS at(SI), Y0
#define LOADY(at) VMOVUPS at(R8), Y1
#define LOADD(at) VMOVUPS at(DI), Y2
#define STORE(at) VMOVUPS Y2, at(DI)
// The loops around a step: over vectors set, vectors added to, and the same with one y.
#define FORWARD(bytes) \
	ADDQ $bytes, SI \
	ADDQ $bytes, R8 \
	ADDQ $bytes, DI

#define LOOP(FOUR, ONE, HALF, QUARTER, EIGHTH) \
	SUBQ  $128, CX \
	JLT   short    \
four:                \
	FOUR           \
	FORWARD(128)   \
	SUBQ  $128, CX \
	JGE   four     \
short:               \
	ADDQ  $96, CX  \
	JLT   rest     \
one:                 \
	ONE            \
	FORWARD(32)    \
	SUBQ  $32, CX  \
	JGE   one      \
rest:                \
	TESTQ $16, CX  \
	JZ    rest8    \
	HALF           \
	FORWARD(16)    \
rest8:               \
	TESTQ $8, CX   \
	JZ    rest4    \
	QUARTER        \
	FORWARD(8)     \
rest4:               \
	TESTQ $4, CX   \
	JZ    done     \
	EIGHTH         \
done:                \
	VZEROUPPER     \
	RET

#define SETXY(at, STEP) LOADX(at) \
	LOADY(at) \
	STEP      \
	STORE(at)

#define ADDXY(at, STEP) LOADX(at) \
	LOADY(at) \
	LOADD(at) \
	STEP      \
	STORE(at)

#define SETX(at, STEP) LOADX(at) \
	STEP      \
	STORE(at)

#define ADDX(at, STEP) LOADX(at) \
	LOADD(at) \
	STEP      \
	STORE(at)

#define FOURSETXY(STEP) SETXY(0, STEP) \
	SETXY(32, STEP) \
	SETXY(64, STEP) \
	SETXY(96, STEP)

#define FOURADDXY(STEP) ADDXY(0, STEP) \
	ADDXY(32, STEP) \
	ADDXY(64, STEP) \
	ADDXY(96, STEP)

#define FOURSETX(STEP) SETX(0, STEP) \
	SETX(32, STEP) \
	SETX(64, STEP) \
	SETX(96, STEP)

#define FOURADDX(STEP) ADDX(0, STEP) \
	ADDX(32, STEP) \
	ADDX(64, STEP) \
	ADDX(96, STEP)

#define HALFSETXY(STEP) VMOVUPS (SI), X0 \
	VMOVUPS (R8), X1 \
	STEP \
	VMOVUPS X2, (DI)

#define QUARTERSETXY(STEP) VMOVSD (SI), X0 \
	VMOVSD (R8), X1 \
	STEP \
	VMOVSD X2, (DI)

#define EIGHTHSETXY(STEP) VMOVSS (SI), X0 \
	VMOVSS (R8), X1 \
	STEP \
	VMOVSS X2, (DI)

#define HALFADDXY(STEP) VMOVUPS (SI), X0 \
	VMOVUPS (R8), X1 \
	VMOVUPS (DI), X2 \
	STEP \
	VMOVUPS X2, (DI)

#define QUARTERADDXY(STEP) VMOVSD (SI), X0 \
	VMOVSD (R8), X1 \
	VMOVSD (DI), X2 \
	STEP \
	VMOVSD X2, (DI)

#define EIGHTHADDXY(STEP) VMOVSS (SI), X0 \
	VMOVSS (R8), X1 \
	VMOVSS (DI), X2 \
	STEP \
	VMOVSS X2, (DI)

#define HALFSETX(STEP) VMOVUPS (SI), X0 \
	STEP \
	VMOVUPS X2, (DI)

#define QUARTERSETX(STEP) VMOVSD (SI), X0 \
	STEP \
	VMOVSD X2, (DI)

#define EIGHTHSETX(STEP) VMOVSS (SI), X0 \
	STEP \
	VMOVSS X2, (DI)

#define HALFADDX(STEP) VMOVUPS (SI), X0 \
	VMOVUPS (DI), X2 \
	STEP \
	VMOVUPS X2, (DI)

#define QUARTERADDX(STEP) VMOVSD (SI), X0 \
	VMOVSD (DI), X2 \
	STEP \
	VMOVSD X2, (DI)

#define EIGHTHADDX(STEP) VMOVSS (SI), X0 \
	VMOVSS (DI), X2 \
	STEP \
	VMOVSS X2, (DI)

#define LOOPSETXY(STEP) LOOP(FOURSETXY(STEP), SETXY(0, STEP), HALFSETXY(STEP), QUARTERSETXY(STEP), EIGHTHSETXY(STEP))
#define LOOPADDXY(STEP) LOOP(FOURADDXY(STEP), ADDXY(0, STEP), HALFADDXY(STEP), QUARTERADDXY(STEP), EIGHTHADDXY(STEP))
#define LOOPSETX(STEP) LOOP(FOURSETX(STEP), SETX(0, STEP), HALFSETX(STEP), QUARTERSETX(STEP), EIGHTHSETX(STEP))
#define LOOPADDX(STEP) LOOP(FOURADDX(STEP), ADDX(0, STEP), HALFADDX(STEP), QUARTERADDX(STEP), EIGHTHADDX(STEP))

// One operation on a vector: x·y, and what is there plus x·y.
#define MULPD  VMULPD Y1, Y0, Y2
#define FMAPD  VFMADD231PD Y1, Y0, Y2
#define MULPS  VMULPS Y1, Y0, Y2
#define FMAPS  VFMADD231PS Y1, Y0, Y2

// Complex numbers: with the parts of x exchanged in Y3, of y the real parts in Y4 and the imaginary ones in Y5,
// x·y is Y0·Y4 ∓ Y3·Y5 and x·conj(y) is Y0·Y4 ± Y3·Y5. The product is left in Y0.
#define PARTSPD \
	VMOVDDUP  Y1, Y4      \
	VPERMILPD $15, Y1, Y5
#define PARTSPS \
	VMOVSLDUP Y1, Y4 \
	VMOVSHDUP Y1, Y5
#define CROSSPD \
	VPERMILPD $5, Y0, Y3 \
	VMULPD    Y5, Y3, Y3
#define CROSSPS \
	VPERMILPS $0xB1, Y0, Y3 \
	VMULPS    Y5, Y3, Y3
#define CMULPD CROSSPD \
	VFMADDSUB213PD Y3, Y4, Y0
#define CMULPS CROSSPS \
	VFMADDSUB213PS Y3, Y4, Y0
#define CMULCPD CROSSPD \
	VFMSUBADD213PD Y3, Y4, Y0
#define CMULCPS CROSSPS \
	VFMSUBADD213PS Y3, Y4, Y0

#define SETPD VMOVAPD Y0, Y2
#define ADDPD VADDPD Y0, Y2, Y2
#define ADDPS VADDPS Y0, Y2, Y2

#define ZSET  PARTSPD \
	CMULPD \
	SETPD
#define ZADD  PARTSPD \
	CMULPD \
	ADDPD
#define ZCSET PARTSPD \
	CMULCPD \
	SETPD
#define ZCADD PARTSPD \
	CMULCPD \
	ADDPD
#define CSET  PARTSPS \
	CMULPS \
	SETPD
#define CADD  PARTSPS \
	CMULPS \
	ADDPS
#define CCSET PARTSPS \
	CMULCPS \
	SETPD
#define CCADD PARTSPS \
	CMULCPS \
	ADDPS

// With one y its parts are spread once. A conjugated x is x with the signs in Y14 turned.
#define ZSCALE  CMULPD \
	SETPD
#define ZSCALEADD CMULPD \
	ADDPD
#define CSCALE  CMULPS \
	SETPD
#define CSCALEADD CMULPS \
	ADDPS
#define ZCSCALE  VXORPD Y14, Y0, Y0 \
	CMULPD \
	SETPD
#define ZCSCALEADD VXORPD Y14, Y0, Y0 \
	CMULPD \
	ADDPD
#define CCSCALE  VXORPD Y14, Y0, Y0 \
	CMULPS \
	SETPD
#define CCSCALEADD VXORPD Y14, Y0, Y0 \
	CMULPS \
	ADDPS

// func setMulF64(d, x, y unsafe.Pointer, n int)
TEXT ·setMulF64(SB), NOSPLIT, $0-32
	ARGS(3)
	LOOPSETXY(MULPD)

// func addMulF64(d, x, y unsafe.Pointer, n int)
TEXT ·addMulF64(SB), NOSPLIT, $0-32
	ARGS(3)
	LOOPADDXY(FMAPD)

// func setScaleF64(d, x, y unsafe.Pointer, n int)
TEXT ·setScaleF64(SB), NOSPLIT, $0-32
	ARGS(3)
	VBROADCASTSD (R8), Y1
	LOOPSETX(MULPD)

// func addScaleF64(d, x, y unsafe.Pointer, n int)
TEXT ·addScaleF64(SB), NOSPLIT, $0-32
	ARGS(3)
	VBROADCASTSD (R8), Y1
	LOOPADDX(FMAPD)

// func setMulF32(d, x, y unsafe.Pointer, n int)
TEXT ·setMulF32(SB), NOSPLIT, $0-32
	ARGS(2)
	LOOPSETXY(MULPS)

// func addMulF32(d, x, y unsafe.Pointer, n int)
TEXT ·addMulF32(SB), NOSPLIT, $0-32
	ARGS(2)
	LOOPADDXY(FMAPS)

// func setScaleF32(d, x, y unsafe.Pointer, n int)
TEXT ·setScaleF32(SB), NOSPLIT, $0-32
	ARGS(2)
	VBROADCASTSS (R8), Y1
	LOOPSETX(MULPS)

// func addScaleF32(d, x, y unsafe.Pointer, n int)
TEXT ·addScaleF32(SB), NOSPLIT, $0-32
	ARGS(2)
	VBROADCASTSS (R8), Y1
	LOOPADDX(FMAPS)

// func setMulC128(d, x, y unsafe.Pointer, n int)
TEXT ·setMulC128(SB), NOSPLIT, $0-32
	ARGS(4)
	LOOPSETXY(ZSET)

// func addMulC128(d, x, y unsafe.Pointer, n int)
TEXT ·addMulC128(SB), NOSPLIT, $0-32
	ARGS(4)
	LOOPADDXY(ZADD)

// func setMulConjC128(d, x, y unsafe.Pointer, n int)
TEXT ·setMulConjC128(SB), NOSPLIT, $0-32
	ARGS(4)
	LOOPSETXY(ZCSET)

// func addMulConjC128(d, x, y unsafe.Pointer, n int)
TEXT ·addMulConjC128(SB), NOSPLIT, $0-32
	ARGS(4)
	LOOPADDXY(ZCADD)

// func setScaleC128(d, x, y unsafe.Pointer, n int)
TEXT ·setScaleC128(SB), NOSPLIT, $0-32
	ARGS(4)
	VBROADCASTF128 (R8), Y1
	PARTSPD
	LOOPSETX(ZSCALE)

// func addScaleC128(d, x, y unsafe.Pointer, n int)
TEXT ·addScaleC128(SB), NOSPLIT, $0-32
	ARGS(4)
	VBROADCASTF128 (R8), Y1
	PARTSPD
	LOOPADDX(ZSCALEADD)

// func setConjScaleC128(d, x, y unsafe.Pointer, n int)
TEXT ·setConjScaleC128(SB), NOSPLIT, $0-32
	ARGS(4)
	VBROADCASTF128 (R8), Y1
	PARTSPD
	VMOVUPD conj128<>(SB), Y14
	LOOPSETX(ZCSCALE)

// func addConjScaleC128(d, x, y unsafe.Pointer, n int)
TEXT ·addConjScaleC128(SB), NOSPLIT, $0-32
	ARGS(4)
	VBROADCASTF128 (R8), Y1
	PARTSPD
	VMOVUPD conj128<>(SB), Y14
	LOOPADDX(ZCSCALEADD)

// func setMulC64(d, x, y unsafe.Pointer, n int)
TEXT ·setMulC64(SB), NOSPLIT, $0-32
	ARGS(3)
	LOOPSETXY(CSET)

// func addMulC64(d, x, y unsafe.Pointer, n int)
TEXT ·addMulC64(SB), NOSPLIT, $0-32
	ARGS(3)
	LOOPADDXY(CADD)

// func setMulConjC64(d, x, y unsafe.Pointer, n int)
TEXT ·setMulConjC64(SB), NOSPLIT, $0-32
	ARGS(3)
	LOOPSETXY(CCSET)

// func addMulConjC64(d, x, y unsafe.Pointer, n int)
TEXT ·addMulConjC64(SB), NOSPLIT, $0-32
	ARGS(3)
	LOOPADDXY(CCADD)

// func setScaleC64(d, x, y unsafe.Pointer, n int)
TEXT ·setScaleC64(SB), NOSPLIT, $0-32
	ARGS(3)
	VBROADCASTSD (R8), Y1
	PARTSPS
	LOOPSETX(CSCALE)

// func addScaleC64(d, x, y unsafe.Pointer, n int)
TEXT ·addScaleC64(SB), NOSPLIT, $0-32
	ARGS(3)
	VBROADCASTSD (R8), Y1
	PARTSPS
	LOOPADDX(CSCALEADD)

// func setConjScaleC64(d, x, y unsafe.Pointer, n int)
TEXT ·setConjScaleC64(SB), NOSPLIT, $0-32
	ARGS(3)
	VBROADCASTSD (R8), Y1
	PARTSPS
	VMOVUPD conj64<>(SB), Y14
	LOOPSETX(CCSCALE)

// func addConjScaleC64(d, x, y unsafe.Pointer, n int)
TEXT ·addConjScaleC64(SB), NOSPLIT, $0-32
	ARGS(3)
	VBROADCASTSD (R8), Y1
	PARTSPS
	VMOVUPD conj64<>(SB), Y14
	LOOPADDX(CCSCALEADD)


//go:build amd64 && !noasm

#include "textflag.h"

// Sums of products in AVX2 and FMA, in double precision whatever the elements are: four independent chains, Y8 to Y11. x
// is at SI, y at R8; CX is what is to go.

#define ZERO \
	VXORPD Y8, Y8, Y8    \
	VXORPD Y9, Y9, Y9    \
	VXORPD Y10, Y10, Y10 \
	VXORPD Y11, Y11, Y11

#define JOIN \
	VADDPD Y9, Y8, Y8    \
	VADDPD Y11, Y10, Y10 \
	VADDPD Y10, Y8, Y8

// The complex forms keep x·y part by part in Y8 and Y9, and x·y with the parts of y exchanged in Y10 and Y11.

#define PAIRS \
	VADDPD       Y9, Y8, Y8     \
	VADDPD       Y11, Y10, Y10  \
	VEXTRACTF128 $1, Y8, X9     \
	VADDPD       X9, X8, X8     \
	VEXTRACTF128 $1, Y10, X11   \
	VADDPD       X11, X10, X10  \
	MOVQ         sums+24(FP), DI \
	VMOVUPD      X8, (DI)       \
	VMOVUPD      X10, 16(DI)    \
	VZEROUPPER                  \
	RET

// func dotF64(x, y unsafe.Pointer, n int) float64
TEXT ·dotF64(SB), NOSPLIT, $0-32
	MOVQ x+0(FP), SI
	MOVQ y+8(FP), R8
	MOVQ n+16(FP), CX
	SHLQ $3, CX
	ZERO
	SUBQ $128, CX
	JLT  short

four:
	VMOVUPD     (SI), Y0
	VMOVUPD     32(SI), Y1
	VMOVUPD     64(SI), Y2
	VMOVUPD     96(SI), Y3
	VFMADD231PD (R8), Y0, Y8
	VFMADD231PD 32(R8), Y1, Y9
	VFMADD231PD 64(R8), Y2, Y10
	VFMADD231PD 96(R8), Y3, Y11
	ADDQ        $128, SI
	ADDQ        $128, R8
	SUBQ        $128, CX
	JGE         four

short:
	ADDQ $96, CX
	JLT  rest

one:
	VMOVUPD     (SI), Y0
	VFMADD231PD (R8), Y0, Y8
	ADDQ        $32, SI
	ADDQ        $32, R8
	SUBQ        $32, CX
	JGE         one

rest:
	TESTQ       $16, CX
	JZ          rest8
	VMOVUPD     (SI), X0
	VMOVUPD     (R8), X1
	VFMADD231PD Y1, Y0, Y9
	ADDQ        $16, SI
	ADDQ        $16, R8

rest8:
	TESTQ       $8, CX
	JZ          done
	VMOVSD      (SI), X0
	VMOVSD      (R8), X1
	VFMADD231PD Y1, Y0, Y10

done:
	JOIN
	VEXTRACTF128 $1, Y8, X9
	VADDPD       X9, X8, X8
	VHADDPD      X8, X8, X8
	VMOVSD       X8, ret+24(FP)
	VZEROUPPER
	RET

// func dotF32(x, y unsafe.Pointer, n int) float64
//
// n is a multiple of four.
TEXT ·dotF32(SB), NOSPLIT, $0-32
	MOVQ x+0(FP), SI
	MOVQ y+8(FP), R8
	MOVQ n+16(FP), CX
	ZERO
	SUBQ $16, CX
	JLT  short

four:
	VCVTPS2PD   (SI), Y0
	VCVTPS2PD   16(SI), Y1
	VCVTPS2PD   32(SI), Y2
	VCVTPS2PD   48(SI), Y3
	VCVTPS2PD   (R8), Y4
	VCVTPS2PD   16(R8), Y5
	VCVTPS2PD   32(R8), Y6
	VCVTPS2PD   48(R8), Y7
	VFMADD231PD Y4, Y0, Y8
	VFMADD231PD Y5, Y1, Y9
	VFMADD231PD Y6, Y2, Y10
	VFMADD231PD Y7, Y3, Y11
	ADDQ        $64, SI
	ADDQ        $64, R8
	SUBQ        $16, CX
	JGE         four

short:
	ADDQ $12, CX
	JLT  done

one:
	VCVTPS2PD   (SI), Y0
	VCVTPS2PD   (R8), Y4
	VFMADD231PD Y4, Y0, Y8
	ADDQ        $16, SI
	ADDQ        $16, R8
	SUBQ        $4, CX
	JGE         one

done:
	JOIN
	VEXTRACTF128 $1, Y8, X9
	VADDPD       X9, X8, X8
	VHADDPD      X8, X8, X8
	VMOVSD       X8, ret+24(FP)
	VZEROUPPER
	RET

// func dotC128(x, y unsafe.Pointer, n int, sums *products)
TEXT ·dotC128(SB), NOSPLIT, $0-32
	MOVQ x+0(FP), SI
	MOVQ y+8(FP), R8
	MOVQ n+16(FP), CX
	ZERO
	SUBQ $4, CX
	JLT  short

four:
	VMOVUPD     (SI), Y0
	VMOVUPD     32(SI), Y1
	VMOVUPD     (R8), Y2
	VMOVUPD     32(R8), Y3
	VPERMILPD   $5, Y2, Y4
	VPERMILPD   $5, Y3, Y5
	VFMADD231PD Y2, Y0, Y8
	VFMADD231PD Y3, Y1, Y9
	VFMADD231PD Y4, Y0, Y10
	VFMADD231PD Y5, Y1, Y11
	ADDQ        $64, SI
	ADDQ        $64, R8
	SUBQ        $4, CX
	JGE         four

short:
	ADDQ $4, CX
	JZ   done

one:
	VMOVUPD     (SI), X0
	VMOVUPD     (R8), X2
	VPERMILPD   $1, X2, X4
	VFMADD231PD Y2, Y0, Y8
	VFMADD231PD Y4, Y0, Y10
	ADDQ        $16, SI
	ADDQ        $16, R8
	DECQ        CX
	JNZ         one

done:
	PAIRS

// func dotC64(x, y unsafe.Pointer, n int, sums *products)
TEXT ·dotC64(SB), NOSPLIT, $0-32
	MOVQ x+0(FP), SI
	MOVQ y+8(FP), R8
	MOVQ n+16(FP), CX
	ZERO
	SUBQ $4, CX
	JLT  short

four:
	VCVTPS2PD   (SI), Y0
	VCVTPS2PD   16(SI), Y1
	VCVTPS2PD   (R8), Y2
	VCVTPS2PD   16(R8), Y3
	VPERMILPD   $5, Y2, Y4
	VPERMILPD   $5, Y3, Y5
	VFMADD231PD Y2, Y0, Y8
	VFMADD231PD Y3, Y1, Y9
	VFMADD231PD Y4, Y0, Y10
	VFMADD231PD Y5, Y1, Y11
	ADDQ        $32, SI
	ADDQ        $32, R8
	SUBQ        $4, CX
	JGE         four

short:
	ADDQ $4, CX
	JZ   done

one:
	VMOVSD      (SI), X0
	VMOVSD      (R8), X2
	VCVTPS2PD   X0, X0
	VCVTPS2PD   X2, X2
	VPERMILPD   $1, X2, X4
	VFMADD231PD Y2, Y0, Y8
	VFMADD231PD Y4, Y0, Y10
	ADDQ        $8, SI
	ADDQ        $8, R8
	DECQ        CX
	JNZ         one

done:
	PAIRS

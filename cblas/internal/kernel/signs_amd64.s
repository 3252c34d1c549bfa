//go:build !noasm

// Tables of signs and masks that the kernels share.

#include "textflag.h"

// Which signs to flip, by conjugation (of neither, a, b, both): first those of the sums a*Re b, then those of a*Im b
// with real and imaginary part swapped. Each pattern fills 32 bytes; the second, (-, +), also serves to turn the
// imaginary part of alpha.
#define MINUS64 $0x8000000000000000
#define PATTERN64(at, re, im) \
	DATA ·signs64+(at)(SB)/8, re; \
	DATA ·signs64+(at+8)(SB)/8, im; \
	DATA ·signs64+(at+16)(SB)/8, re; \
	DATA ·signs64+(at+24)(SB)/8, im

PATTERN64(0, $0, $0)
PATTERN64(32, MINUS64, $0)
PATTERN64(64, $0, MINUS64)
PATTERN64(96, $0, $0)
PATTERN64(128, $0, $0)
PATTERN64(160, $0, MINUS64)
PATTERN64(192, $0, MINUS64)
PATTERN64(224, MINUS64, MINUS64)
GLOBL ·signs64(SB), RODATA|NOPTR, $256

// The same for pairs of float32, with the real part in the low half.
#define MINUSRE $0x0000000080000000
#define MINUSIM $0x8000000000000000
#define MINUSBOTH $0x8000000080000000
#define PATTERN32(at, pair) \
	DATA ·signs32+(at)(SB)/8, pair; \
	DATA ·signs32+(at+8)(SB)/8, pair; \
	DATA ·signs32+(at+16)(SB)/8, pair; \
	DATA ·signs32+(at+24)(SB)/8, pair

PATTERN32(0, $0)
PATTERN32(32, MINUSRE)
PATTERN32(64, MINUSIM)
PATTERN32(96, $0)
PATTERN32(128, $0)
PATTERN32(160, MINUSIM)
PATTERN32(192, MINUSIM)
PATTERN32(224, MINUSBOTH)
GLOBL ·signs32(SB), RODATA|NOPTR, $256

// The signs of a product summed by Dots, by conjugation (of neither, a, b, both): of the sums (Re a*Re x, Im a*Im x), then
// of (Re a*Im x, Im a*Re x).
#define DOT64(at, re, im) \
	DATA ·dotSigns64+(at)(SB)/8, re; \
	DATA ·dotSigns64+(at+8)(SB)/8, im
DOT64(0, $0, MINUS64)
DOT64(16, $0, $0)
DOT64(32, $0, $0)
DOT64(48, $0, MINUS64)
DOT64(64, $0, $0)
DOT64(80, MINUS64, $0)
DOT64(96, $0, MINUS64)
DOT64(112, MINUS64, MINUS64)
GLOBL ·dotSigns64(SB), RODATA|NOPTR, $128

#define DOT32(at, pair) \
	DATA ·dotSigns32+(at)(SB)/8, pair; \
	DATA ·dotSigns32+(at+8)(SB)/8, pair
DOT32(0, MINUSIM)
DOT32(16, $0)
DOT32(32, $0)
DOT32(48, MINUSIM)
DOT32(64, $0)
DOT32(80, MINUSRE)
DOT32(96, MINUSIM)
DOT32(112, MINUSBOTH)
GLOBL ·dotSigns32(SB), RODATA|NOPTR, $128

// 32 bytes of ones, then 32 of zeros: read from 32-n on, the first n bytes are ones.
#define ONES8(at) DATA ·masks+(at)(SB)/8, $-1
#define ZEROS8(at) DATA ·masks+(at)(SB)/8, $0
ONES8(0)
ONES8(8)
ONES8(16)
ONES8(24)
ZEROS8(32)
ZEROS8(40)
ZEROS8(48)
ZEROS8(56)
GLOBL ·masks(SB), RODATA|NOPTR, $64

// Package tensor holds dense arrays of any rank: a dtype, a shape, and strides over shared memory. It moves elements
// and looks at them; it does not compute.
package tensor

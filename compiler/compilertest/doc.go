// Package compilertest holds compiled programs against what they mean. Engine runs a program one step after the other by
// the interpreter of package tracetest, which is slow and short enough to be believed, in memory that is full of NaN and
// as small as the program says; it is also the smallest complete example of an engine for package runtime. Check looks
// at a program without running it: whether its steps stay inside their buffers, and whether buffers that are live at the
// same time are apart. Relay and Strides make operands that lie in memory in other ways than the compact one.
//
//	p, err := compiler.Compile(g)
//	err = compilertest.Check(p)
//	out, err := compilertest.Run(p, in...)
//
// Nothing here knows an engine.
package compilertest

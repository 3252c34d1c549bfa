// Package runtime runs compiled programs on engines.
//
// A Runtime is put together once: an engine that owns threads and memory, and the extensions whose operations the
// programs hold. After that the same Program runs again and again, on new operands, from as many goroutines as there
// are. What a program needs is checked before anything is touched: a wrong operand count, dtype, rank or size is an
// *OperandError that names the operand and the axis, and a program that needs an extension which the runtime lacks is
// refused with a *MissingExtensionError.
//
// Run allocates the results, RunInto writes into tensors of the caller. Neither plans anything: an engine prepares a
// program at its first run and keeps what it prepared, in a bounded cache.
//
// The package shares its name with a package of the standard library; import that one as goruntime.
package runtime

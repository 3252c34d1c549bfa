// Package cpu is the CPU engine: it knows the processor and the provider of matrix products, and owns the threads, the
// memory and the caches that programs run with.
//
//	be, err := cpu.New(cpu.WithThreads(4))
//	rt, err := runtime.New(runtime.WithEngine(be))
//	defer be.Close()
//
// # Threads
//
// A step uses the provider's threads or the backend's own, never both, and nothing runs side by side with a step of
// many threads: runs that come at the same time share processors one thread each and take turns for the steps that want
// all of them. Small steps run on one thread. The number follows, in this order, WithThreads, the provider's variable
// (OPENBLAS_NUM_THREADS, MKL_NUM_THREADS, VECLIB_MAXIMUM_THREADS), OMP_NUM_THREADS, and the processors that the
// container grants.
//
// A native library keeps one thread count for the whole process. Backends set it to 1 between their own large steps;
// code that calls the library on its own account while a backend is open runs on one thread, or disturbs the backend's.
//
// # Memory
//
// Temporary memory comes from the backend's pool: blocks aligned to 64 bytes, large ones on huge pages, kept between
// runs up to a limit. Results are ordinary Go memory.
//
// # Providers that are mistaken
//
// OpenProvider, which New calls, corrects a library that chose kernels far below the processor; Backend.Correction and
// Doctor report it.
//
// # Concurrency
//
// A Backend may be shared by goroutines. Close it when no run is under way.
package cpu

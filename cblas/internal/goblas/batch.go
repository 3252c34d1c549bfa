package goblas
import "github.com/tenferro/tenferro-go/cblas/internal/kernel"
type batchJob[T kernel.Scalar] struct{}
func newBatchJob[T kernel.Scalar](bl *BLAS[T]) *batchJob[T] { return nil }

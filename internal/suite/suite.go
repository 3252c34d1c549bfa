// Package suite reads what testdata embeds: the project's own contraction problems and their recorded results. It stands
// between testdata, which belongs to no floor, and those that use the files.
package suite

import (
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/testdata"
)

// Instances returns the problems, ordered by their files' names.
func Instances() ([]*instance.Instance, error) {
	return instance.ReadFS(testdata.FS, testdata.Instances)
}

// References returns the results for the inputs of seed 1.
func References() (instance.References, error) {
	f, err := testdata.FS.Open(testdata.Reference)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return instance.ReadReferences(f)
}

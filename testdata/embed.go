// Package testdata is the project's own suite of contraction problems and their results, embedded so that the command
// tfbench carries it along.
//
// The problems come from internal/instance/families, with two paths each from einsum/path; `go generate ./testdata`
// writes them again. The results come from NumPy and opt_einsum:
//
//	python3 scripts/reference.py testdata/*.json > reference.json && mv reference.json testdata/reference_seed1.json
package testdata

import "embed"

//go:generate go run ../internal/instance/families/generate .

// FS holds the instances and the reference file.
//
//go:embed *.json
var FS embed.FS

const (
	// Instances is the pattern of the files of FS that hold an instance; package instance skips the one that does not.
	Instances = "*.json"
	// Reference is the file of FS with the results for the inputs of seed 1.
	Reference = "reference_seed1.json"
)

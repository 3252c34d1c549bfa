package main

// The problems to contract, from files, folders or the embedded suite, and the results recorded for them.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/internal/suite"
)

// problem is an instance, or what kept its file from being one.
type problem struct {
	name     string // of the instance, or of a file that holds none
	instance *instance.Instance
	err      error
}

// errNoInstance says that a file holds JSON, but no instance.
var errNoInstance = errors.New("no instance file: it has no format_string")

// loadProblems reads the files and folders, or the embedded suite if there are none. A file that cannot be read is a
// problem with an error, so that the others still run; a path that is not there, or a folder without instances, is a
// mistake of the caller.
func loadProblems(paths []string) ([]problem, error) {
	if len(paths) == 0 {
		all, err := suite.Instances()
		var problems []problem
		for _, in := range all {
			problems = append(problems, problem{name: in.Name, instance: in})
		}
		return problems, err
	}
	var problems []problem
	for _, path := range paths {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("%s: no such file or folder", path)
		}
		if err != nil {
			return nil, &usageError{err}
		}
		if !info.IsDir() {
			in, err := loadFile(path)
			problems = append(problems, newProblem(path, in, err))
			continue
		}
		some, err := loadFolder(path)
		if err != nil {
			return nil, err
		}
		problems = append(problems, some...)
	}
	return problems, nil
}

// loadFolder reads the instance files of a folder. Other JSON files that keep their company are passed over.
func loadFolder(path string) ([]problem, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, &usageError{err}
	}
	var problems []problem
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		file := filepath.Join(path, e.Name())
		in, err := loadFile(file)
		if !errors.Is(err, errNoInstance) {
			problems = append(problems, newProblem(file, in, err))
		}
	}
	if len(problems) == 0 {
		return nil, usagef("%s: no instance files (*.json) in this folder", path)
	}
	slices.SortStableFunc(problems, func(a, b problem) int { return strings.Compare(a.name, b.name) })
	return problems, nil
}

// loadFile reads one instance file.
func loadFile(path string) (*instance.Instance, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var keys map[string]json.RawMessage
	err = json.Unmarshal(data, &keys)
	if _, ok := keys["format_string"]; !ok && json.Valid(data) {
		return nil, errNoInstance
	}
	if err != nil {
		return nil, fmt.Errorf("no instance file: %w", err)
	}
	return instance.Read(bytes.NewReader(data))
}

func newProblem(path string, in *instance.Instance, err error) problem {
	if err != nil {
		return problem{name: path, err: err}
	}
	return problem{name: in.Name, instance: in}
}

// loadReferences reads the recorded results: those of the file, or the embedded suite's own, or none.
func loadReferences(file string, embedded bool) (instance.References, error) {
	if file == "" {
		if embedded {
			return suite.References()
		}
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, usagef("--reference: %w", err)
	}
	defer f.Close()
	refs, err := instance.ReadReferences(f)
	if err != nil {
		return nil, usagef("--reference %s: %w", file, err)
	}
	return refs, nil
}

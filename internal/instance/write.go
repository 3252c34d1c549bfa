package instance

// Writing instances: the file format again, with one key a line, so that a path of hundreds of steps takes one line and
// the rest can be read.

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
)

type field struct {
	key   string
	value any
}

// Write writes the instance as Read reads it, with its reversed form for readers that want that.
func (in *Instance) Write(w io.Writer) error {
	fields := []field{{"name", in.Name}}
	if in.Intent != "" {
		fields = append(fields, field{"intent", in.Intent})
	}
	if in.Notes != "" {
		fields = append(fields, field{"notes", in.Notes})
	}
	fields = append(fields, field{"format_string", in.Equation})
	rev, err := in.Reversed()
	if err == nil {
		fields = append(fields, field{"format_string_colmajor", rev.Equation})
	}
	fields = append(fields, field{"shapes", in.Shapes})
	if err == nil {
		fields = append(fields, field{"shapes_colmajor", rev.Shapes})
	}
	var paths []field
	for _, strategy := range slices.Sorted(maps.Keys(in.Paths)) {
		paths = append(paths, field{strategy, in.Paths[strategy]})
	}
	fields = append(fields, field{"dtype", in.DType.String()}, field{"num_tensors", len(in.Shapes)}, field{"paths", paths})
	var text bytes.Buffer
	if err := writeObject(&text, fields, " "); err != nil {
		return err
	}
	text.WriteByte('\n')
	_, err = text.WriteTo(w)
	return err
}

// writeObject writes one key a line; a value that is a list of fields is an object of the same kind.
func writeObject(text *bytes.Buffer, fields []field, indent string) error {
	text.WriteString("{")
	for i, f := range fields {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString("\n" + indent)
		if err := writeValue(text, f.key); err != nil {
			return err
		}
		text.WriteString(": ")
		if object, ok := f.value.([]field); ok {
			if err := writeObject(text, object, indent+" "); err != nil {
				return err
			}
			continue
		}
		if err := writeValue(text, f.value); err != nil {
			return err
		}
	}
	text.WriteString("\n" + indent[1:] + "}")
	return nil
}

// writeValue writes a value on one line, and an arrow as an arrow.
func writeValue(text *bytes.Buffer, value any) error {
	enc := json.NewEncoder(text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	text.Truncate(text.Len() - 1) // Encode ends a line
	return nil
}

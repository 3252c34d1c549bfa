package instance

// How summaries and references are written: a complex number is [re, im], a sample [index, value].

import (
	"encoding/json"
	"errors"
)

// summaryJSON is a summary as programs print it.
type summaryJSON struct {
	Shape   []int             `json:"shape"`
	Sum     json.RawMessage   `json:"sum"`
	Norm2   float64           `json:"norm2"`
	Samples []json.RawMessage `json:"samples"`
}

// MarshalJSON writes {"shape": …, "sum": …, "norm2": …, "samples": [[index, value], …]}. It fails for NaN and infinities,
// which JSON does not have.
func (s *Summary) MarshalJSON() ([]byte, error) {
	sum, err := s.number(s.Sum)
	if err != nil {
		return nil, err
	}
	out := summaryJSON{Shape: s.Shape, Sum: sum, Norm2: s.Norm2, Samples: []json.RawMessage{}}
	if out.Shape == nil {
		out.Shape = []int{}
	}
	for _, sample := range s.Samples {
		value, err := s.number(sample.Value)
		if err != nil {
			return nil, err
		}
		index := sample.Index
		if index == nil {
			index = []int{}
		}
		pair, err := json.Marshal([]any{index, value})
		if err != nil {
			return nil, err
		}
		out.Samples = append(out.Samples, pair)
	}
	return json.Marshal(&out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Summary) UnmarshalJSON(data []byte) error {
	var in summaryJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	return s.read(&in)
}

func (s *Summary) read(in *summaryJSON) (err error) {
	*s = Summary{Shape: in.Shape, Norm2: in.Norm2}
	if s.Sum, err = s.readNumber(in.Sum); err != nil {
		return err
	}
	for _, raw := range in.Samples {
		var pair [2]json.RawMessage
		var sample Sample
		if err := json.Unmarshal(raw, &pair); err != nil {
			return err
		}
		if err := json.Unmarshal(pair[0], &sample.Index); err != nil {
			return err
		}
		if sample.Value, err = s.readNumber(pair[1]); err != nil {
			return err
		}
		s.Samples = append(s.Samples, sample)
	}
	return nil
}

func (s *Summary) number(v complex128) (json.RawMessage, error) {
	if s.Complex {
		return json.Marshal([2]float64{real(v), imag(v)})
	}
	return json.Marshal(real(v))
}

func (s *Summary) readNumber(raw json.RawMessage) (complex128, error) {
	var re float64
	if json.Unmarshal(raw, &re) == nil {
		return complex(re, 0), nil
	}
	var pair []float64
	if err := json.Unmarshal(raw, &pair); err != nil || len(pair) != 2 {
		return 0, errors.New("a number is x or [re, im], not " + string(raw))
	}
	s.Complex = true
	return complex(pair[0], pair[1]), nil
}

// SPDX-License-Identifier: Apache-2.0

// Profiles that Go's recorder does not make and other producers do, written with Google's library.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/pprof/profile"
)

// input is a profile to copy, its name in differences.tsv, and a binary to symbolise it with.
type input struct{ name, path, binary string }

func write(path string, p *profile.Profile) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := p.Write(file); err != nil {
		return err
	}
	return file.Close()
}

// withoutNames is a recording before it was symbolised, as perf_to_profile and gperftools write it.
func withoutNames(p *profile.Profile) *profile.Profile {
	bare := p.Copy()
	for _, location := range bare.Location {
		location.Line = nil
	}
	bare.Function = nil
	for _, mapping := range bare.Mapping {
		mapping.HasFunctions, mapping.HasFilenames = false, false
		mapping.HasLineNumbers, mapping.HasInlineFrames = false, false
	}
	return bare
}

// perf is like a file of perf_to_profile: numbers without units as labels, a program that no sample lies in, addresses
// alone, one of them outside of its mapping.
func perf() *profile.Profile {
	java := &profile.Mapping{ID: 1, Start: 0x400000, Limit: 0x401000, File: "/usr/bin/java", BuildID: "c0ffee"}
	libc := &profile.Mapping{ID: 2, Start: 0x7f0000000000, Limit: 0x7f0000200000, Offset: 0x1000, File: "/lib/libc.so.6"}
	read := &profile.Location{ID: 1, Mapping: libc, Address: 0x7f0000001234}
	far := &profile.Location{ID: 2, Mapping: libc, Address: 0x7f0000400000}
	jitted := &profile.Location{ID: 3, Address: 0x7e0000000010}
	sample := func(value int64, pid int64, locations ...*profile.Location) *profile.Sample {
		return &profile.Sample{Location: locations, Value: []int64{value, value * 1000},
			NumLabel: map[string][]int64{"pid": {pid}, "tid": {pid + 1}, "timestamp_ns": {1000 + value}},
			Label:    map[string][]string{"comm": {"java"}, "execution_mode": {"Host User"}}}
	}
	return &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cycles_sample", Unit: "count"}, {Type: "cycles_event", Unit: "count"}},
		PeriodType: &profile.ValueType{Type: "cycles", Unit: "count"}, Period: 1000,
		Mapping: []*profile.Mapping{java, libc}, Location: []*profile.Location{read, far, jitted},
		Sample: []*profile.Sample{sample(3, 17, read, jitted), sample(5, 17, far, jitted), sample(7, 90, jitted)},
	}
}

// odd has what is allowed and rare: values of several kinds under one key, empty texts, system names, inlining without
// addresses, no mapping at all, a sample without a stack, times before 1970, types without units.
func odd() *profile.Profile {
	mangled := &profile.Function{ID: 1, Name: "ns::run<int>(int)", SystemName: "_ZN2ns3runIiEEvi", Filename: "/src/run.cc", StartLine: 7}
	same := &profile.Function{ID: 2, Name: "std::sort<A>(A, A)", SystemName: "std::sort<A>(A, A)", Filename: "/src/sort.cc"}
	plain := &profile.Function{ID: 3, Name: "main", Filename: "/src/main.cc"}
	inner := &profile.Location{ID: 1, Line: []profile.Line{{Function: same, Line: 3}, {Function: mangled, Line: 9}}}
	outer := &profile.Location{ID: 2, Line: []profile.Line{{Function: plain, Line: 20}}}
	twice := &profile.Location{ID: 3, Line: []profile.Line{{Function: plain, Line: 20}, {Function: plain, Line: 21}}}
	return &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "requests"}, {Type: "bytes", Unit: "bytes"}},
		Period:     100, TimeNanos: -5_000_000_000, DurationNanos: 1_500_000_000,
		Function: []*profile.Function{mangled, same, plain}, Location: []*profile.Location{inner, outer, twice},
		Comments: []string{"first", "#second"},
		Sample: []*profile.Sample{
			{Location: []*profile.Location{inner, outer}, Value: []int64{1, 10},
				Label:    map[string][]string{"user": {"alice"}, "path": {"/b", "/a"}},
				NumLabel: map[string][]int64{"size": {8, 16}, "bytes": {64}}, NumUnit: map[string][]string{"size": {"", ""}}},
			{Location: []*profile.Location{inner, twice}, Value: []int64{2, 20},
				Label:    map[string][]string{"user": {""}},
				NumLabel: map[string][]int64{"size": {32}, "wait": {5}}, NumUnit: map[string][]string{"size": {"kilobytes"}, "wait": {"ms"}}},
			{Location: []*profile.Location{outer}, Value: []int64{4, 40}},
			{Value: []int64{8, 80}},
		},
	}
}

// folded has a location that several functions share, which the model has no place for.
func folded() *profile.Profile {
	p := withoutNames(perf())
	p.Location[0].IsFolded = true
	return p
}

// mangledNames has them in both fields, as gperftools writes them; pprof demangles such names when it shows them.
func mangledNames() *profile.Profile {
	run := &profile.Function{ID: 1, Name: "_ZN2ns3runIiEEvi", SystemName: "_ZN2ns3runIiEEvi"}
	leaf := &profile.Location{ID: 1, Address: 16, Line: []profile.Line{{Function: run, Line: 3}}}
	return &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}},
		Function:   []*profile.Function{run}, Location: []*profile.Location{leaf},
		Sample: []*profile.Sample{{Location: []*profile.Location{leaf}, Value: []int64{1}}},
	}
}

// makeOthers writes profiles beside the recordings: the recording of the processor's time without names, which this
// program's own binary gives back, and those above.
func makeOthers(folder string) ([]input, error) {
	cpu, err := parse(filepath.Join(folder, "cpu.pb.gz"))
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var inputs []input
	for _, made := range []struct {
		name, binary string
		profile      *profile.Profile
	}{
		{"unsymbolised", "", withoutNames(cpu)},
		{"symbolised", self, withoutNames(cpu)},
		{"perf", "", perf()},
		{"odd", "", odd()},
		{"folded", "", folded()},
		{"mangled", "", mangledNames()},
	} {
		path := filepath.Join(folder, made.name+"-made.pb.gz")
		if err := write(path, made.profile); err != nil {
			return nil, fmt.Errorf("%s: %w", made.name, err)
		}
		inputs = append(inputs, input{made.name, path, made.binary})
	}
	return inputs, nil
}

// SPDX-License-Identifier: Apache-2.0

// Converts inputs to pprof and to collapsed stacks, and lets Google's pprof judge: its library must accept every file,
// and what it and `pprof -top` count must be what the collapsed stacks count, stack by stack and name by name.
//
//	check PROFCONV PPROF DATA
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/google/pprof/profile"
)

// checker runs the commands and gathers what is wrong.
type checker struct {
	profconv, pprof, folder string
	files, tops             int
	skipped                 map[string]int
	faults                  []string
}

func (c *checker) fault(format string, words ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, words...))
}

// input is a file and the arguments it is read with.
type input struct {
	path string
	args []string
}

func (i input) String() string { return i.path }

// valueType is what the #profconv comment says of a sample type.
type valueType struct {
	Type        *string `json:"type"`
	Aggregation string  `json:"aggregation"`
}

// sourceTypes says what each sample type of the first profile is called in the source, and whether its values add.
func sourceTypes(p *profile.Profile) ([]valueType, error) {
	types := make([]valueType, len(p.SampleType))
	for _, comment := range p.Comments {
		text := strings.TrimPrefix(comment, "#profconv ")
		if text == comment {
			continue
		}
		var facts struct {
			Profiles []struct {
				ValueTypes []valueType `json:"value_types"`
			} `json:"profiles"`
		}
		if err := json.Unmarshal([]byte(text), &facts); err != nil {
			return nil, err
		}
		if len(facts.Profiles) > 0 {
			copy(types, facts.Profiles[0].ValueTypes)
		}
	}
	for i := range types {
		if types[i].Type == nil {
			types[i].Type = &p.SampleType[i].Type
		}
	}
	return types, nil
}

// read opens a written file as a client does.
func (c *checker) read(path string) (*profile.Profile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := profile.Parse(file)
	if err != nil {
		return nil, err
	}
	return p, p.CheckValid()
}

// compare checks one profile of an input in one way of writing inlined frames; false where there is no such profile.
func (c *checker) compare(in input, number int, inlining string) bool {
	args := append([]string{in.path, "--only", fmt.Sprint(number)}, in.args...)
	written := filepath.Join(c.folder, "out.pb.gz")
	said, err := c.run(append(args, "-o", written, "--set", "pprof.inline="+inlining)...)
	if err != nil {
		_, refused := c.run(append(args, "-o", filepath.Join(c.folder, "out.folded"))...)
		if refused == nil {
			c.fault("%v %d: becomes collapsed stacks, but not pprof: %s", in, number, said)
		} else if number == 1 {
			c.skipped[firstLine(said)]++
		}
		return false
	}
	p, err := c.read(written)
	if err != nil {
		c.fault("%v %d: the library refuses it: %v", in, number, err)
		return true
	}
	c.files++
	types, err := sourceTypes(p)
	if err != nil {
		c.fault("%v %d: its comment: %v", in, number, err)
		return true
	}
	for i := range p.SampleType {
		what := fmt.Sprintf("%v %d %s (inline=%s)", in, number, p.SampleType[i].Type, inlining)
		if types[i].Aggregation != "" {
			c.skipped["values that do not add"]++
			continue
		}
		c.compareType(what, p, i, written, append(args, "--type", *types[i].Type))
	}
	return true
}

// compareType checks one sample type: the library's stacks and the command's table against the collapsed stacks.
func (c *checker) compareType(what string, p *profile.Profile, index int, written string, args []string) {
	collapsed := filepath.Join(c.folder, "out.folded")
	// Of a comparison pprof shows what has changed.
	if said, err := c.run(append(args, "-o", collapsed, "--set", "comparison=net")...); err != nil {
		c.skipped[firstLine(said)]++
		return
	}
	text, err := os.ReadFile(collapsed)
	if err != nil {
		c.fault("%s: %v", what, err)
		return
	}
	counted, err := parseCollapsed(string(text))
	if err != nil {
		c.fault("%s: %v", what, err)
		return
	}
	c.sameSums(what+": stacks", counted, stacks(p, index))
	table, err := c.top(written, p.SampleType[index])
	if err != nil {
		c.fault("%s: %v", what, err)
		return
	}
	c.tops++
	c.sameTexts(what+": pprof -top", inUnits(leaves(counted)), table.flat)
	// pprof's total is that of the absolute values.
	if total := sum(counted); !hasNegative(p, index) && table.total != asShown(total) {
		c.fault("%s: pprof -top says %s of total, counted were %d", what, table.total, total)
	}
}

// compareAll checks the file that holds all profiles of an input: it must be valid, and have all their sums.
func (c *checker) compareAll(in input, profiles int) {
	if profiles < 2 {
		return
	}
	written := filepath.Join(c.folder, "all.pb.gz")
	args := append([]string{in.path}, in.args...)
	if said, err := c.run(append(args, "-o", written, "--set", "pprof.profiles=all")...); err != nil {
		c.fault("%v: all profiles in one file: %s", in, said)
		return
	}
	all, err := c.read(written)
	if err != nil {
		c.fault("%v: all profiles in one file: %v", in, err)
		return
	}
	c.files++
	index := 0
	for number := 1; number <= profiles; number++ {
		one := filepath.Join(c.folder, "one.pb.gz")
		if said, err := c.run(append(args, "-o", one, "--only", fmt.Sprint(number))...); err != nil {
			c.fault("%v %d: %s", in, number, said)
			return
		}
		p, err := c.read(one)
		if err != nil {
			c.fault("%v %d: %v", in, number, err)
			return
		}
		for i := range p.SampleType {
			what := fmt.Sprintf("%v: profile %d among all", in, number)
			c.sameSums(what, stacks(p, i), stacks(all, index))
			index++
		}
	}
}

// inputs are the files of a folder with subfolders named after readers, each with its options beside it.
func inputs(data string) ([]input, error) {
	var all []input
	for _, reader := range []string{"collapsed", "dhat", "dtrace"} {
		paths, err := filepath.Glob(filepath.Join(data, reader, "*"))
		if err != nil {
			return nil, err
		}
		sort.Strings(paths)
		for _, path := range paths {
			switch filepath.Ext(path) {
			case ".golden", ".options", ".d", ".cmd", ".err", ".stderr", ".md":
				continue
			}
			in := input{path: path, args: []string{"-f", reader}}
			stem := strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".zst")
			options, _ := os.ReadFile(strings.TrimSuffix(stem, filepath.Ext(stem)) + ".options")
			for _, line := range strings.Split(strings.TrimSpace(string(options)), "\n") {
				if line == "" {
					continue
				}
				in.args = append(in.args, "--set", reader+"."+line)
			}
			all = append(all, in)
		}
	}
	return all, nil
}

func (c *checker) check(in input) {
	profiles := 0
	for _, inlining := range []string{"frames", "lines"} {
		profiles = 0
		for c.compare(in, profiles+1, inlining) {
			profiles++
		}
	}
	c.compareAll(in, profiles)
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: check PROFCONV PPROF DATA")
		os.Exit(2)
	}
	folder, err := os.MkdirTemp("", "profconv-pprof-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer os.RemoveAll(folder)
	c := &checker{profconv: os.Args[1], pprof: os.Args[2], folder: folder, skipped: map[string]int{}}
	all, err := inputs(os.Args[3])
	if err != nil {
		c.fault("%v", err)
	}
	for _, in := range all {
		c.check(in)
	}
	os.Exit(c.report(len(all)))
}

// report prints what was compared, and returns the exit code.
func (c *checker) report(inputs int) int {
	for _, fault := range c.faults {
		fmt.Println("pprof:", fault)
	}
	var reasons []string
	for reason := range c.skipped {
		reasons = append(reasons, reason)
	}
	sort.Strings(reasons)
	for _, reason := range reasons {
		fmt.Printf("pprof: not compared, %d times: %s\n", c.skipped[reason], reason)
	}
	fmt.Printf("pprof: %d inputs, %d files opened, %d tables of pprof -top compared, %d faults\n",
		inputs, c.files, c.tops, len(c.faults))
	if len(c.faults) > 0 || c.tops == 0 {
		return 1
	}
	return 0
}

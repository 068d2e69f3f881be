// SPDX-License-Identifier: Apache-2.0

// Records profiles with Go, lets profconv read them, and compares with what Google's library reads: the sums of every
// stack, value type by value type, and what profconv writes again, with labels and header. Of these recordings, of files
// of other producers and of those under DATA, pprof must show the same before and after, but for what differences.tsv
// names.
//
//	check PROFCONV DATA DIFFERENCES
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

// checker runs the command and gathers what is wrong.
type checker struct {
	profconv, pprof, folder string
	compared                int
	faults                  []string
	known                   map[difference]string
	met                     map[difference]bool
}

func (c *checker) fault(format string, words ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, words...))
}

func parse(path string) (*profile.Profile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return profile.Parse(file)
}

// frameName is a function's name, or what profconv shows where Go has none: the address.
func frameName(location *profile.Location, name string) string {
	if name == "" {
		return fmt.Sprintf("%#x", location.Address)
	}
	return name
}

// stack is the names of a sample's frames, root first, or what profconv shows where there is none: some versions of Go
// have no stacks of the threads they made.
func stack(s *profile.Sample) string {
	if len(s.Location) == 0 {
		return "[no stack]"
	}
	var names []string
	for i := len(s.Location) - 1; i >= 0; i-- {
		lines := s.Location[i].Line
		if len(lines) == 0 {
			names = append(names, frameName(s.Location[i], ""))
		}
		for j := len(lines) - 1; j >= 0; j-- {
			names = append(names, frameName(s.Location[i], lines[j].Function.Name))
		}
	}
	return strings.Join(names, ";")
}

// sums are the values of one sample type by stack, without zeros.
func sums(p *profile.Profile, index int) map[string]int64 {
	all := map[string]int64{}
	for _, s := range p.Sample {
		if s.Value[index] != 0 {
			all[stack(s)] += s.Value[index]
		}
	}
	return all
}

func collapsedSums(text string) (map[string]int64, error) {
	all := map[string]int64{}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if line == "" {
			continue
		}
		at := strings.LastIndexByte(line, ' ')
		value, err := strconv.ParseInt(line[at+1:], 10, 64)
		if err != nil {
			return nil, err
		}
		all[line[:at]] += value
	}
	return all, nil
}

func (c *checker) same(what string, expected, got map[string]int64) {
	c.compared++
	for name, value := range expected {
		if got[name] != value {
			c.fault("%s: %q has %d, Google's library reads %d", what, name, got[name], value)
		}
	}
	for name, value := range got {
		if _, known := expected[name]; !known {
			c.fault("%s: %q has %d, Google's library reads none", what, name, value)
		}
	}
}

func isZero(values []int64) bool {
	for _, value := range values {
		if value != 0 {
			return false
		}
	}
	return true
}

// rows are the samples of a profile as text, each with its labels and all values, and how many there are of each.
// Merging leaves samples of zeros out.
func rows(p *profile.Profile) map[string]int64 {
	all := map[string]int64{}
	for _, s := range p.Sample {
		if isZero(s.Value) {
			continue
		}
		all[fmt.Sprint(stack(s), s.Value, s.Label, s.NumLabel, s.NumUnit)]++
	}
	return all
}

func header(p *profile.Profile) string {
	var comments []string
	for _, comment := range p.Comments {
		if !strings.HasPrefix(comment, "#profconv ") {
			comments = append(comments, comment)
		}
	}
	types := ""
	for _, t := range p.SampleType {
		types += t.Type + "/" + t.Unit + " "
	}
	return fmt.Sprint(types, p.TimeNanos, p.DurationNanos, p.PeriodType.Type, p.PeriodType.Unit, p.Period, comments,
		p.DropFrames, p.KeepFrames)
}

// checkSums compares what profconv reads, as collapsed stacks, with what the library reads.
func (c *checker) checkSums(path string, p *profile.Profile) {
	for index, t := range p.SampleType {
		what := filepath.Base(path) + " " + t.Type
		out, err := exec.Command(c.profconv, "-q", path, "--type", t.Type, "-t", "collapsed", "-o", "-").Output()
		if err != nil {
			c.fault("%s: %v", what, err)
			continue
		}
		got, err := collapsedSums(string(out))
		if err != nil {
			c.fault("%s: %v", what, err)
			continue
		}
		c.same(what, sums(p, index), got)
	}
}

// checkWritten compares what the library reads in what profconv writes again. Samples that agree in all but values are
// one afterwards, so the library merges those of both.
func (c *checker) checkWritten(path string, p *profile.Profile) {
	written := filepath.Join(c.folder, "again.pb.gz")
	said, err := exec.Command(c.profconv, "-q", path, "-o", written).CombinedOutput()
	if err != nil {
		c.fault("%s: %s", path, said)
		return
	}
	again, err := parse(written)
	if err != nil {
		c.fault("%s: written again: %v", path, err)
		return
	}
	if header(p) != header(again) {
		c.fault("%s: the header is %s, was %s", path, header(again), header(p))
	}
	merged, err := profile.Merge([]*profile.Profile{p})
	if err != nil {
		c.fault("%s: %v", path, err)
		return
	}
	mergedAgain, err := profile.Merge([]*profile.Profile{again})
	if err != nil {
		c.fault("%s: written again: %v", path, err)
		return
	}
	c.same(filepath.Base(path)+" written again", rows(merged), rows(mergedAgain))
}

// uncompressed writes a file as it is without gzip, as some servers send it.
func (c *checker) uncompressed(path string, p *profile.Profile) (string, error) {
	var raw bytes.Buffer
	if err := p.WriteUncompressed(&raw); err != nil {
		return "", err
	}
	plain := filepath.Join(c.folder, strings.TrimSuffix(filepath.Base(path), ".pb.gz")+".pb")
	return plain, os.WriteFile(plain, raw.Bytes(), 0o600)
}

func (c *checker) check(path string) error {
	p, err := parse(path)
	if err != nil {
		return err
	}
	if len(p.Sample) == 0 {
		return fmt.Errorf("%s: Go has recorded nothing", path)
	}
	c.checkSums(path, p)
	plain, err := c.uncompressed(path, p)
	if err != nil {
		return err
	}
	c.checkSums(plain, p)
	c.checkWritten(path, p)
	return nil
}

// inputs are the recordings, what is made of them, and the files of a folder.
func inputs(recorded []string, folder, data string) ([]input, error) {
	all, err := makeOthers(folder)
	if err != nil {
		return nil, err
	}
	for _, path := range recorded {
		all = append(all, input{name: "recorded " + filepath.Base(path), path: path})
	}
	files, err := filepath.Glob(filepath.Join(data, "*.pb*"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s holds no profiles", data)
	}
	for _, path := range files {
		all = append(all, input{name: filepath.Base(path), path: path})
	}
	return all, nil
}

func run(profconv, data, differences, folder string) (*checker, error) {
	known, err := readDifferences(differences)
	if err != nil {
		return nil, err
	}
	pprof, err := pprofTool()
	if err != nil {
		return nil, err
	}
	c := &checker{profconv: profconv, pprof: pprof, folder: folder, known: known, met: map[difference]bool{}}
	paths, err := record(folder)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if err := c.check(path); err != nil {
			return nil, err
		}
	}
	all, err := inputs(paths, folder, data)
	if err != nil {
		return nil, err
	}
	for _, in := range all {
		c.checkReports(in)
	}
	c.checkTable()
	return c, nil
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: check PROFCONV DATA DIFFERENCES")
		os.Exit(2)
	}
	folder, err := os.MkdirTemp("", "profconv-pprof-read-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c, err := run(os.Args[1], os.Args[2], os.Args[3], folder)
	os.RemoveAll(folder)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, fault := range c.faults {
		fmt.Println(fault)
	}
	fmt.Printf("pprof_read: %d comparisons, %d differences\n", c.compared, len(c.faults))
	if len(c.faults) > 0 || c.compared == 0 {
		os.Exit(1)
	}
}

// SPDX-License-Identifier: Apache-2.0

// What pprof shows of a file and of the copy that profconv makes of it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"github.com/google/pprof/profile"
)

// reports are the views of pprof that must be the same, under the names of differences.tsv.
var reports = []struct {
	name string
	args []string
}{
	{"raw", []string{"-raw"}},
	{"top", []string{"-top", "-nodecount=100000"}},
	{"top of lines", []string{"-top", "-lines", "-nodecount=100000"}},
	{"top without inlining", []string{"-top", "-noinlines", "-nodecount=100000"}},
	{"traces", []string{"-traces"}},
	{"list", []string{"-list=."}},
	{"tags", []string{"-tags"}},
	{"comments", []string{"-comments"}},
}

// difference is one that is known: which file, which report, and why.
type difference struct{ file, report string }

// readDifferences reads lines of file, report and reason, with tabs between them.
func readDifferences(path string) (map[difference]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	known := map[difference]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s: expected three columns: %q", path, lines.Text())
		}
		known[difference{fields[0], fields[1]}] = fields[2]
	}
	return known, lines.Err()
}

// pprofTool is the program that "go tool pprof" starts, which takes much longer to start it.
func pprofTool() (string, error) {
	_ = exec.Command("go", "tool", "pprof", "-h").Run() // makes it where Go comes without it
	path, err := exec.Command("go", "tool", "-n", "pprof").Output()
	return strings.TrimSpace(string(path)), err
}

// shown is what pprof prints, errors included: a file that it refuses is refused again.
func (c *checker) shown(args []string, binary, path string) string {
	words := append([]string{}, args...)
	if binary != "" {
		words = append(words, binary)
	}
	command := exec.Command(c.pprof, append(words, path)...)
	// The folder holds no binaries: what a file leaves to be symbolised stays an address.
	command.Env = append(os.Environ(), "PPROF_BINARY_PATH="+filepath.Dir(path), "PPROF_TMPDIR="+filepath.Dir(path))
	out, _ := command.CombinedOutput()
	// A function without a name says nothing, and is left out: Go has them where it could not unwind.
	text := strings.ReplaceAll(string(out), "  :0:0 s=0", " ")
	return strings.ReplaceAll(text, path, "FILE")
}

// firstDifference is the first line of two texts that differs.
func firstDifference(expected, got string) string {
	before, after := strings.Split(expected, "\n"), strings.Split(got, "\n")
	for i, line := range before {
		if i >= len(after) {
			return fmt.Sprintf("line %d: %q is missing", i+1, line)
		}
		if line != after[i] {
			return fmt.Sprintf("line %d: %q, was %q", i+1, after[i], line)
		}
	}
	return fmt.Sprintf("line %d: %q is new", len(before)+1, after[len(before)])
}

// withoutRepeats is the path of a file in which samples that agree are one, as they are in a copy; most files are so
// already.
func withoutRepeats(path, folder string) (string, error) {
	p, err := parse(path)
	if err != nil {
		return path, nil // pprof's own words for it are compared
	}
	first := map[string]*profile.Sample{}
	var kept []*profile.Sample
	for _, s := range p.Sample {
		key := fmt.Sprint(s.Label, s.NumLabel, s.NumUnit)
		for _, location := range s.Location {
			key += fmt.Sprint(" ", location.ID)
		}
		if same := first[key]; same != nil {
			for i, value := range s.Value {
				same.Value[i] += value
			}
			continue
		}
		first[key] = s
		kept = append(kept, s)
	}
	if len(kept) == len(p.Sample) {
		return path, nil
	}
	p.Sample = kept
	merged := filepath.Join(folder, "merged.pb.gz")
	return merged, write(merged, p)
}

// checkReports compares every report of a file with that of its copy. With a binary, pprof takes names from it.
func (c *checker) checkReports(in input) {
	source, err := withoutRepeats(in.path, c.folder)
	if err != nil {
		c.fault("%s: %v", in.name, err)
		return
	}
	copied := filepath.Join(c.folder, "copy.pb.gz")
	if said, err := exec.Command(c.profconv, "-q", in.path, "-o", copied, "--set", "pprof.profiles=all").CombinedOutput(); err != nil {
		c.fault("%s: %s", in.name, said)
		return
	}
	for _, report := range reports {
		c.compared++
		expected, got := c.shown(report.args, in.binary, source), c.shown(report.args, in.binary, copied)
		place := difference{in.name, report.name}
		_, isKnown := c.known[place]
		if isKnown {
			c.met[place] = true
		}
		if (expected == got) == isKnown {
			c.fault("%s: pprof's %s: %s", in.name, report.name, verdict(expected, got))
		}
	}
}

func verdict(expected, got string) string {
	if expected == got {
		return "the same, but differences.tsv names a difference"
	}
	return firstDifference(expected, got)
}

// checkTable complains of differences that name files or reports of which there are none.
func (c *checker) checkTable() {
	var stale []string
	for place := range c.known {
		if !c.met[place] {
			stale = append(stale, fmt.Sprintf("differences.tsv: %s, %s: there is no such comparison", place.file, place.report))
		}
	}
	sort.Strings(stale)
	for _, line := range stale {
		c.fault("%s", line)
	}
}

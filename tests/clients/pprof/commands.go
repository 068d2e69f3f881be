// SPDX-License-Identifier: Apache-2.0

// The commands that are run, and what `pprof -top` prints.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

// run runs profconv; on failure it returns what was said.
func (c *checker) run(args ...string) (string, error) {
	said, err := exec.Command(c.profconv, args...).CombinedOutput()
	return strings.TrimSpace(string(said)), err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// table is the output of `pprof -top`: values as it shows them, without their unit.
type table struct {
	total string
	flat  map[string]string
}

var (
	totalLine = regexp.MustCompile(`^Showing nodes accounting for .* of (-?[0-9.]+)\S* total$`)
	nodeLine  = regexp.MustCompile(`^ *(-?[0-9.]+)(\S*) +\S+% +\S+% +(-?[0-9.]+)\S* +\S+%  (.*)$`)
	inlineEnd = regexp.MustCompile(` \((partial-)?inline\)$`)
)

// top runs the real command, and shows each name's values in the unit they are stored in. Without a PATH it does not start
// objdump and nm, of which it asks the version before it knows that it needs neither.
func (c *checker) top(path string, of *profile.ValueType) (*table, error) {
	cmd := exec.Command(c.pprof, "-top", "-symbolize=none", "-trim=false", "-sample_index="+of.Type, "-unit="+of.Unit, path)
	cmd.Env = append(os.Environ(), "PATH=")
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("pprof -top: %v: %s", err, said.String())
	}
	if said.Len() > 0 {
		return nil, fmt.Errorf("pprof -top complains: %s", said.String())
	}
	return parseTop(string(out))
}

func parseTop(text string) (*table, error) {
	t := &table{total: "0", flat: map[string]string{}}
	header, nodes, found := strings.Cut(text, "      flat  flat%   sum%        cum   cum%\n")
	if !found {
		return nil, fmt.Errorf("pprof -top prints no table: %s", text)
	}
	for _, line := range strings.Split(header, "\n") {
		if match := totalLine.FindStringSubmatch(line); match != nil {
			t.total = match[1]
		}
	}
	for _, line := range strings.Split(strings.TrimSuffix(nodes, "\n"), "\n") {
		if line == "" {
			continue
		}
		match := nodeLine.FindStringSubmatch(line)
		if match == nil {
			return nil, fmt.Errorf("pprof -top prints a line of another shape: %q", line)
		}
		name := lineName(inlineEnd.ReplaceAllString(match[4], ""))
		if before, seen := t.flat[name]; seen && before != "0" && match[1] != "0" {
			return nil, fmt.Errorf("pprof -top lists %q twice", name)
		} else if !seen || before == "0" {
			t.flat[name] = match[1]
		}
	}
	return t, nil
}

// asShown is a value as pprof shows it: by way of a double.
func asShown(value int64) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(value), 'f', 2, 64), ".00")
}

func inUnits(sums map[string]int64) map[string]string {
	shown := map[string]string{}
	for name, value := range sums {
		shown[name] = asShown(value)
	}
	return shown
}

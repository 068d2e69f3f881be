// SPDX-License-Identifier: Apache-2.0

// Stacks and their sums: as the library has them, and as the collapsed file of the same input has them.
package main

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

var (
	malformed = regexp.MustCompile("\uFFFD+")
	most      = 3 // differences shown
)

// lineName is how a name stands in a line of collapsed stacks. What is no UTF-8 differs in length from writer to
// writer, so a run of it is one U+FFFD.
func lineName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == ';':
			return ':'
		case r < ' ' || r == 0x7f:
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	return malformed.ReplaceAllString(name, "\uFFFD")
}

// rootName is how the name of a root stands there: a line cannot begin with a blank.
func rootName(name string) string {
	if trimmed := strings.TrimLeft(name, " "); trimmed != name {
		if trimmed == "" {
			return "[unknown]"
		}
		return trimmed
	}
	return name
}

// stacks are the sums of one sample type by stack.
func stacks(p *profile.Profile, index int) map[string]int64 {
	sums := map[string]int64{}
	for _, sample := range p.Sample {
		var names []string
		for i := len(sample.Location) - 1; i >= 0; i-- {
			lines := sample.Location[i].Line
			for j := len(lines) - 1; j >= 0; j-- {
				names = append(names, lineName(lines[j].Function.Name))
			}
		}
		if len(names) > 0 {
			names[0] = rootName(names[0])
		}
		sums[strings.Join(names, ";")] += sample.Value[index]
	}
	return sums
}

func parseCollapsed(text string) (map[string]int64, error) {
	sums := map[string]int64{}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if line == "" {
			continue
		}
		at := strings.LastIndexByte(line, ' ')
		value, err := strconv.ParseInt(line[at+1:], 10, 64)
		if at < 0 || err != nil {
			return nil, fmt.Errorf("no collapsed stack: %q", line)
		}
		sums[validLine(line[:at])] += value
	}
	return sums, nil
}

// validLine is lineName for a whole line, whose semicolons separate.
func validLine(line string) string {
	return malformed.ReplaceAllString(strings.ToValidUTF8(line, "\uFFFD"), "\uFFFD")
}

// leaves are the sums by the name of the leaf: what `pprof -top` calls flat.
func leaves(stacks map[string]int64) map[string]int64 {
	sums := map[string]int64{}
	for stack, value := range stacks {
		sums[stack[strings.LastIndexByte(stack, ';')+1:]] += value
	}
	return sums
}

func sum(sums map[string]int64) (total int64) {
	for _, value := range sums {
		total += value
	}
	return total
}

func hasNegative(p *profile.Profile, index int) bool {
	for _, sample := range p.Sample {
		if sample.Value[index] < 0 {
			return true
		}
	}
	return false
}

func (c *checker) sameSums(what string, expected, got map[string]int64) {
	c.sameTexts(what, inUnits(expected), inUnits(got))
}

// sameTexts compares values by name; what is missing is zero.
func (c *checker) sameTexts(what string, expected, got map[string]string) {
	names := map[string]bool{}
	for name := range expected {
		names[name] = true
	}
	for name := range got {
		names[name] = true
	}
	var different []string
	for name := range names {
		if or0(expected[name]) != or0(got[name]) {
			different = append(different, name)
		}
	}
	sort.Strings(different)
	for i, name := range different {
		if i == most {
			c.fault("%s: and %d more", what, len(different)-most)
			break
		}
		c.fault("%s: %.300q has %s, counted were %s", what, name, or0(got[name]), or0(expected[name]))
	}
}

func or0(text string) string {
	if text == "" {
		return "0"
	}
	return text
}

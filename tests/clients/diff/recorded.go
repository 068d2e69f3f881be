// SPDX-License-Identifier: Apache-2.0

// recorded NAME [WORK] writes NAME.cpu.pb.gz and NAME.heap.pb.gz: what a small program did, twice as much of it with WORK=2.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"strconv"
	"strings"
	"time"
)

var kept [][]byte

func numbers(n int) []int {
	all := make([]int, n)
	x := 12345
	for i := range all {
		x = x*1103515245 + 12345
		all[i] = x >> 16
	}
	return all
}

func sorted(n int) int {
	all := numbers(n)
	sort.Ints(all)
	return all[n/2]
}

func words(n int) int {
	var text strings.Builder
	for i := 0; i < n; i++ {
		fmt.Fprintf(&text, "word%d ", i%97)
	}
	counts := map[string]int{}
	for _, word := range strings.Fields(text.String()) {
		counts[word]++
	}
	return len(counts)
}

func keep(n int) {
	for i := 0; i < n; i++ {
		kept = append(kept, make([]byte, 8192))
	}
}

func create(name string) *os.File {
	file, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	return file
}

func main() {
	runtime.MemProfileRate = 1 // every allocation, so that twice the work is twice as much in every recording
	work := 1
	if len(os.Args) > 2 {
		work, _ = strconv.Atoi(os.Args[2])
	}
	cpu := create(os.Args[1] + ".cpu.pb.gz")
	if err := pprof.StartCPUProfile(cpu); err != nil {
		panic(err)
	}
	for end := time.Now().Add(500 * time.Millisecond); time.Now().Before(end); {
		for i := 0; i < work; i++ {
			sorted(50000)
		}
		words(20000)
	}
	pprof.StopCPUProfile()
	cpu.Close()
	keep(500 * work)
	runtime.GC()
	heap := create(os.Args[1] + ".heap.pb.gz")
	if err := pprof.WriteHeapProfile(heap); err != nil {
		panic(err)
	}
	heap.Close()
}

// SPDX-License-Identifier: Apache-2.0

// Work that Go's profiles count, and recording them.
package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

var kept [][]byte

//go:noinline
func allocate(blocks int) {
	for i := 0; i < blocks; i++ {
		kept = append(kept, make([]byte, 64<<10))
		if i%2 == 0 {
			kept[i] = nil
		}
	}
}

// square is inlined: its frame is a line of its caller's location.
func square(x float64) float64 { return x * x }

//go:noinline
func burn(d time.Duration) float64 {
	sum := 1.0
	for end := time.Now().Add(d); time.Now().Before(end); {
		for i := 0; i < 10000; i++ {
			sum += square(sum) / 3e9
		}
	}
	return sum
}

//go:noinline
func contend(rounds int) {
	var mutex sync.Mutex
	var all sync.WaitGroup
	for worker := 0; worker < 4; worker++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := 0; i < rounds; i++ {
				mutex.Lock()
				time.Sleep(100 * time.Microsecond)
				mutex.Unlock()
			}
		}()
	}
	all.Wait()
}

func recordCPU(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	labels := pprof.Labels("request", "GET /", "shard", "7")
	pprof.Do(context.Background(), labels, func(context.Context) { burn(200 * time.Millisecond) })
	burn(200 * time.Millisecond)
	pprof.StopCPUProfile()
	return file.Close()
}

func recordLookup(path, name string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.Lookup(name).WriteTo(file, 0); err != nil {
		return err
	}
	return file.Close()
}

// record writes a profile of each kind that Go has, and returns the files.
func record(folder string) ([]string, error) {
	runtime.MemProfileRate = 4096
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	paths := []string{filepath.Join(folder, "cpu.pb.gz")}
	if err := recordCPU(paths[0]); err != nil {
		return nil, err
	}
	allocate(200)
	contend(20)
	runtime.GC()
	for _, name := range []string{"heap", "allocs", "block", "mutex", "goroutine", "threadcreate"} {
		path := filepath.Join(folder, name+".pb.gz")
		if err := recordLookup(path, name); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// The benchmark's client on Go's net/http. What it is told and what it prints: see Runner/clients.py.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Where a download is saved.
var saved string

func fail(what ...any) {
	fmt.Fprintln(os.Stderr, what...)
	os.Exit(1)
}

func client(folder string, concurrency int) *http.Client {
	certificate, err := tls.LoadX509KeyPair(filepath.Join(folder, "client.pem"), filepath.Join(folder, "client.key"))
	if err != nil {
		fail(err)
	}
	pem, err := os.ReadFile(filepath.Join(folder, "ca.pem"))
	if err != nil {
		fail(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig:     &tls.Config{Certificates: []tls.Certificate{certificate}, RootCAs: roots},
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: concurrency,
		MaxConnsPerHost:     concurrency,
	}}
}

func operation(client *http.Client, kind, url, expected string) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if kind == "download" || kind == "save" {
		sink := io.Discard
		if kind == "save" {
			file, err := os.Create(saved)
			if err != nil {
				return err
			}
			defer file.Close()
			sink = file
		}
		size, err := io.Copy(sink, response.Body)
		if err != nil {
			return err
		}
		if response.StatusCode != 200 || strconv.FormatInt(size, 10) != expected ||
			response.Header.Get("X-Client") != "SUCCESS CN=alice" {
			return fmt.Errorf("status %d, %d bytes", response.StatusCode, size)
		}
		return nil
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != 200 || string(body) != expected {
		return fmt.Errorf("status %d: %s", response.StatusCode, body)
	}
	return nil
}

func cpu() float64 {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e3
}

func main() {
	if len(os.Args) != 7 {
		fail("usage: handshake|get|download|save URL CONCURRENCY SECONDS FOLDER EXPECTED")
	}
	kind, url, expected := os.Args[1], os.Args[2], os.Args[6]
	concurrency, _ := strconv.Atoi(os.Args[3])
	seconds, _ := strconv.ParseFloat(os.Args[4], 64)
	client := client(os.Args[5], concurrency)
	saved = filepath.Join(os.Args[5], fmt.Sprintf("saved-%d", os.Getpid()))
	defer os.Remove(saved)
	run := func(seconds float64) int64 {
		end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
		var operations int64
		var group sync.WaitGroup
		for i := 0; i < concurrency; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				for {
					if err := operation(client, kind, url, expected); err != nil {
						fail(err)
					}
					atomic.AddInt64(&operations, 1)
					if !time.Now().Before(end) {
						return
					}
				}
			}()
		}
		group.Wait()
		return operations
	}
	if kind != "download" && kind != "save" {
		run(0.25)
	}
	usedBefore, start := cpu(), time.Now()
	operations := run(seconds)
	fmt.Printf("{\"operations\":%d,\"cpuMicroseconds\":%f,\"seconds\":%f}\n",
		operations, cpu()-usedBefore, time.Since(start).Seconds())
}

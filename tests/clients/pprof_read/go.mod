module profconv/tests/clients/pprof_read

go 1.19

require github.com/google/pprof v0.0.0-20240227163752-401108e1b7e7


module profconv/tests/clients/pprof

go 1.19

require github.com/google/pprof v0.0.0-20240227163752-401108e1b7e7

require (
	github.com/chzyer/readline v1.5.1 // indirect
	github.com/ianlancetaylor/demangle v0.0.0-20230524184225-eabc099b10ab // indirect
	golang.org/x/sys v0.6.0 // indirect
)

// SPDX-License-Identifier: Apache-2.0
// What the policies leave of names, above all where a `<` or a `(` is not what it seems.
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "core/symbols/name_parts.h"
#include "profconv/errors.h"
#include "profconv/names.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

struct Shown {
  const char* name;
  const char* no_args;
  const char* no_templates;
  const char* shortest;
};

constexpr std::array cxx{
    Shown{"f(int)", "f", "f", "f"},
    Shown{"f(std::pair<int,int>)", "f", "f", "f"},
    Shown{"k(void (*)(int))", "k", "k", "k"},
    Shown{"ns::A::f(int) const", "ns::A::f", "ns::A::f", "A::f"},
    Shown{"ns::A::f(int) const &", "ns::A::f", "ns::A::f", "A::f"},
    Shown{"std::vector<int, std::allocator<int> >::push_back(int const&)",
          "std::vector<int, std::allocator<int> >::push_back", "std::vector::push_back", "vector::push_back"},
    Shown{"std::function<void (int)>::operator()(int) const", "std::function<void (int)>::operator()",
          "std::function::operator()", "function::operator()"},
    Shown{"(anonymous namespace)::f(int)", "(anonymous namespace)::f", "(anonymous namespace)::f",
          "(anonymous namespace)::f"},
    Shown{"ns::A::~A()", "ns::A::~A", "ns::A::~A", "A::~A"},
    Shown{"a::foo[abi:cxx11]::bar[abi:v2]<int>(int)", "a::foo::bar<int>", "a::foo::bar", "foo::bar"},
    Shown{"printf(char const*, ...)", "printf", "printf", "printf"},
    // Names without arguments, as debug information has them.
    Shown{"std::vector<int>::push_back", "std::vector<int>::push_back", "std::vector::push_back", "vector::push_back"},
    // The operators that look like brackets.
    Shown{"foo::operator<(A, B)", "foo::operator<", "foo::operator<", "foo::operator<"},
    Shown{"foo::Bar::operator()(int)", "foo::Bar::operator()", "foo::Bar::operator()", "Bar::operator()"},
    Shown{"Ptr<A>::operator->() const", "Ptr<A>::operator->", "Ptr::operator->", "Ptr::operator->"},
    Shown{"a::P<B>::operator->*(int)", "a::P<B>::operator->*", "a::P::operator->*", "P::operator->*"},
    Shown{"A::operator+(A const&)", "A::operator+", "A::operator+", "A::operator+"},
    Shown{"a::operator,(b)", "a::operator,", "a::operator,", "a::operator,"},
    Shown{"a::B<c>::operator<=>(a::B<c> const&) const", "a::B<c>::operator<=>", "a::B::operator<=>", "B::operator<=>"},
    Shown{"std::array<int, 3ul>::operator[](unsigned long)", "std::array<int, 3ul>::operator[]",
          "std::array::operator[]", "array::operator[]"},
    Shown{"A::operator new[](unsigned long)", "A::operator new[]", "A::operator new[]", "A::operator new[]"},
    Shown{"operator delete(void*)", "operator delete", "operator delete", "operator delete"},
    Shown{"operator\"\" _ms(unsigned long long)", "operator\"\" _ms", "operator\"\" _ms", "operator\"\" _ms"},
    Shown{"bool operator< <A>(A, A)", "operator< <A>", "operator<", "operator<"},
    Shown{"bool operator<<A>(A, A)", "operator<<A>", "operator<", "operator<"},
    Shown{"bool operator><A>(A, A)", "operator><A>", "operator>", "operator>"},
    Shown{"std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)",
          "std::operator<< <std::char_traits<char> >", "std::operator<<", "std::operator<<"},
    Shown{"std::ostream& std::operator<<<char>(std::ostream&)", "std::operator<<<char>", "std::operator<<",
          "std::operator<<"},
    Shown{"X<&A::operator< >::f(int)", "X<&A::operator< >::f", "X::f", "X::f"},
    Shown{"X<&A::operator->, 1>::f(int)", "X<&A::operator->, 1>::f", "X::f", "X::f"},
    // Conversions keep the type that they convert to: it is their name.
    Shown{"A::operator bool() const", "A::operator bool", "A::operator bool", "A::operator bool"},
    Shown{"A::operator std::vector<int>() const", "A::operator std::vector<int>", "A::operator std::vector<int>",
          "A::operator std::vector<int>"},
    Shown{"A::operator void (*)(int)()", "A::operator void (*)(int)", "A::operator void (*)(int)",
          "A::operator void (*)(int)"},
    // Types that are returned.
    Shown{"void std::sort<int*>(int*, int*)", "std::sort<int*>", "std::sort", "std::sort"},
    Shown{"unsigned long const& std::max<unsigned long>(unsigned long const&, unsigned long const&)",
          "std::max<unsigned long>", "std::max", "std::max"},
    Shown{"std::enable_if<((1)>(2)), int>::type f<((1)<(2)), ((8)>>(1))>(int)", "f<((1)<(2)), ((8)>>(1))>", "f", "f"},
    Shown{"decltype (g(1)) f<int>(int)", "f<int>", "f", "f"},
    Shown{"decltype(auto) f<int>(int)", "f<int>", "f", "f"},
    Shown{"void JavaCalls::call_helper(JavaValue*,methodHandle*)", "JavaCalls::call_helper", "JavaCalls::call_helper",
          "JavaCalls::call_helper"},
    Shown{"work()::{lambda(int)#1}&& std::forward<work()::{lambda(int)#1}>(work()::{lambda(int)#1}&)",
          "std::forward<work()::{lambda(int)#1}>", "std::forward", "std::forward"},
    Shown{"std::ostream& operator<<(std::ostream&, Foo const&)", "operator<<", "operator<<", "operator<<"},
    Shown{"void ns::g<void (*)(int), &ns::h>(void (*)(int))", "ns::g<void (*)(int), &ns::h>", "ns::g", "ns::g"},
    Shown{"ns::A::operator ns::B<int> const&() const [clone .cold]", "ns::A::operator ns::B<int> const&",
          "ns::A::operator ns::B<int> const&", "A::operator ns::B<int> const&"},
    Shown{"ns::A::operator int (&)[3]() const", "ns::A::operator int (&)[3]", "ns::A::operator int (&)[3]",
          "A::operator int (&)[3]"},
    Shown{"ns::operator\"\"_s[abi:cxx11](char const*, unsigned long)", "ns::operator\"\"_s", "ns::operator\"\"_s",
          "ns::operator\"\"_s"},
    Shown{"operator delete[](void*, std::nothrow_t const&)", "operator delete[]", "operator delete[]",
          "operator delete[]"},
    Shown{"ns::X<'(', ')'>::f(char)", "ns::X<'(', ')'>::f", "ns::X::f", "X::f"},
    Shown{"ns::X<(ns::E)3, (char)40>::f()", "ns::X<(ns::E)3, (char)40>::f", "ns::X::f", "X::f"},
    // Functions within functions.
    Shown{"work()::{lambda(int)#1}::operator()(int) const", "work::{lambda(int)#1}::operator()",
          "work::{lambda(int)#1}::operator()", "work::{lambda(int)#1}::operator()"},
    Shown{"ns::A::f(int) const::{lambda()#1}::_FUN()", "ns::A::f::{lambda()#1}::_FUN", "ns::A::f::{lambda()#1}::_FUN",
          "f::{lambda()#1}::_FUN"},
    Shown{"auto main::{lambda(auto:1)#1}::operator()<int>(int) const", "main::{lambda(auto:1)#1}::operator()<int>",
          "main::{lambda(auto:1)#1}::operator()", "main::{lambda(auto:1)#1}::operator()"},
    Shown{"a::f()::'lambda'(int)::operator()(int) const", "a::f::'lambda'(int)::operator()",
          "a::f::'lambda'(int)::operator()", "f::'lambda'(int)::operator()"},
    Shown{"a::main::$_2::operator()(int) const", "a::main::$_2::operator()", "a::main::$_2::operator()",
          "main::$_2::operator()"},
    Shown{"ns::<lambda_1a2b>::operator()(int)", "ns::<lambda_1a2b>::operator()", "ns::<lambda_1a2b>::operator()",
          "<lambda_1a2b>::operator()"},
    Shown{"std::`anonymous namespace'::f(int)", "std::`anonymous namespace'::f", "std::`anonymous namespace'::f",
          "`anonymous namespace'::f"},
    Shown{"ns::f(int)::{lambda(int)#1}::operator()(int) const::{lambda()#2}::operator()() const",
          "ns::f::{lambda(int)#1}::operator()::{lambda()#2}::operator()",
          "ns::f::{lambda(int)#1}::operator()::{lambda()#2}::operator()", "operator()::{lambda()#2}::operator()"},
    Shown{"void std::__1::__function::__func<ns::f()::$_0, std::__1::allocator<ns::f()::$_0>, void ()>::operator()()",
          "std::__1::__function::__func<ns::f()::$_0, std::__1::allocator<ns::f()::$_0>, void ()>::operator()",
          "std::__1::__function::__func::operator()", "__func::operator()"},
    Shown{"ns::(anonymous namespace)::A<(anonymous namespace)::B>::f((anonymous namespace)::B)",
          "ns::(anonymous namespace)::A<(anonymous namespace)::B>::f", "ns::(anonymous namespace)::A::f", "A::f"},
    Shown{"invocation function for block in ns::A::f(int)", "invocation function for block in ns::A::f",
          "invocation function for block in ns::A::f", "invocation function for block in A::f"},
    // What stands before and behind.
    Shown{"non-virtual thunk to a::B<c>::f(int) const", "non-virtual thunk to a::B<c>::f",
          "non-virtual thunk to a::B::f", "non-virtual thunk to B::f"},
    Shown{"a::b::foo(int) [clone .isra.0] [clone .cold]", "a::b::foo", "a::b::foo", "b::foo"},
    Shown{"foo(int) (.cold)", "foo", "foo", "foo"},
    Shown{"app`a::b::c(int)", "app`a::b::c", "app`a::b::c", "app`b::c"},
    Shown{"Google Chrome Helper (Renderer)`a::b::c(int)", "Google Chrome Helper (Renderer)`a::b::c",
          "Google Chrome Helper (Renderer)`a::b::c", "Google Chrome Helper (Renderer)`b::c"},
    Shown{"LM1`libc.so.1`a::b::c(int)", "LM1`libc.so.1`a::b::c", "LM1`libc.so.1`a::b::c", "LM1`libc.so.1`b::c"},
    Shown{"a::operator+(int)+0x1f", "a::operator++0x1f", "a::operator++0x1f", "a::operator++0x1f"},
    Shown{"a::b(int)+187", "a::b+187", "a::b+187", "a::b+187"},
};

constexpr std::array rust{
    Shown{"tokio::task::Harness<T,S>::poll", "tokio::task::Harness<T,S>::poll", "tokio::task::Harness::poll",
          "Harness::poll"},
    Shown{"<core::iter::Map<I,F> as core::iter::Iterator>::fold",
          "<core::iter::Map<I,F> as core::iter::Iterator>::fold", "<core::iter::Map as core::iter::Iterator>::fold",
          "<Map as Iterator>::fold"},
    Shown{"<&mut F as core::ops::FnMut<A>>::call_mut", "<&mut F as core::ops::FnMut<A>>::call_mut",
          "<&mut F as core::ops::FnMut>::call_mut", "<&mut F as FnMut>::call_mut"},
    Shown{"<[(A, B)] as a::X<C>>::f", "<[(A, B)] as a::X<C>>::f", "<[(A, B)] as a::X>::f", "<[(A, B)] as X>::f"},
    Shown{"<fn(i32) -> a::R as a::X>::f", "<fn(i32) -> a::R as a::X>::f", "<fn(i32) -> a::R as a::X>::f",
          "<fn(i32) -> R as X>::f"},
    Shown{"<<a::T as b::U>::V as c::W>::f", "<<a::T as b::U>::V as c::W>::f", "<<a::T as b::U>::V as c::W>::f",
          "<<T as U>::V as W>::f"},
    Shown{"<std::thread::Thread>::new::start", "<std::thread::Thread>::new::start", "<std::thread::Thread>::new::start",
          "new::start"},
    Shown{"core::fmt::<impl core::fmt::Hex for i8>::fmt", "core::fmt::<impl core::fmt::Hex for i8>::fmt",
          "core::fmt::<impl core::fmt::Hex for i8>::fmt", "<impl Hex for i8>::fmt"},
    Shown{"core::slice::sort::<u8, <u8 as core::cmp::PartialOrd>::lt>",
          "core::slice::sort::<u8, <u8 as core::cmp::PartialOrd>::lt>", "core::slice::sort", "slice::sort"},
    Shown{"a::b<'<'>::call::<dyn Fn(A) -> B>", "a::b<'<'>::call::<dyn Fn(A) -> B>", "a::b::call", "b::call"},
    Shown{"a::b<T>::<U>", "a::b<T>::<U>", "a::b", "a::b"},
    Shown{"a::b::c::{{closure}}", "a::b::c::{{closure}}", "a::b::c::{{closure}}", "b::c::{{closure}}"},
    Shown{"a::b::c::<T>::{closure#0}::{closure#1}", "a::b::c::<T>::{closure#0}::{closure#1}",
          "a::b::c::{closure#0}::{closure#1}", "b::c::{closure#0}::{closure#1}"},
    Shown{"a::b::<impl a::X<u8> for a::Y<(A, B)>>::go", "a::b::<impl a::X<u8> for a::Y<(A, B)>>::go",
          "a::b::<impl a::X for a::Y>::go", "<impl X for Y>::go"},
    Shown{"<dyn core::ops::Fn(A) -> B + Send as c::D>::e", "<dyn core::ops::Fn(A) -> B + Send as c::D>::e",
          "<dyn core::ops::Fn(A) -> B + Send as c::D>::e", "<dyn Fn(A) -> B + Send as D>::e"},
    // As inferno leaves them.
    Shown{"core::slice::_<impl [T]>::index", "core::slice::_<impl [T]>::index", "core::slice::_<impl [T]>::index",
          "_<impl [T]>::index"},
    Shown{"gc::Gc<T>::new::_{{closure}}", "gc::Gc<T>::new::_{{closure}}", "gc::Gc::new::_{{closure}}",
          "Gc::new::_{{closure}}"},
    Shown{"core::ops::FnOnce::call_once{{vtable.shim}}", "core::ops::FnOnce::call_once{{vtable.shim}}",
          "core::ops::FnOnce::call_once{{vtable.shim}}", "FnOnce::call_once{{vtable.shim}}"},
};

/// Other languages, other texts, and what is broken.
constexpr std::array unchanged{
    // Swift
    "thunk for @escaping @callee_guaranteed (@guaranteed NIOThread) -> ()",
    "main() -> ()",
    "f<A>(_:)",
    "closure #1 in EventLoop.submit<A>(_:)",
    "specialized static Foo.main()",
    "specialized f<A>()",
    "partial apply for f<A>()",
    "_print_unlocked<A, B>(_:_:)",
    "closure #1 (Swift.Int) -> () in Foo.run() -> ()",
    "protocol witness for Swift.Sequence.makeIterator() -> A.Iterator in conformance Foo",
    "static Foo.== infix(Foo, Foo) -> Swift.Bool",
    "generic specialization <Swift.Int> of Swift.Array.append(A) -> ()",
    "Foo.bar(Swift.Int) -> Swift.Int",
    // Objective-C
    "-[A b:]",
    "+[A b:]",
    "-[A(Category) b:c:]",
    "-[NSString(Foo) stringWith:and:]",
    "__31-[Foo bar:]_block_invoke",
    "__45-[A b:]_block_invoke_2.34",
    "__45+[A b:]_block_invoke.12",
    // Java, and as it looks in collapsed stacks
    "Foo.main([Ljava/lang/String;)V",
    "Foo.main([Ljava/lang/String:)V",
    "Foo.bar()V*",
    "Lcom/x/Y;::z",
    "java.lang.String.format(String, Object...)",
    "main([Ljava/lang/String;)V",
    "com.foo.Bar$Baz.run(I)Ljava/lang/Object;",
    "com.foo.Outer$C$Inner.method",
    "Foo.<init>(II)V",
    "Foo.lambda$main$0(I)V",
    // Go, Python, JavaScript, Ruby, .NET
    "main.(*T).Method",
    "main.(*T[...]).Method-fm",
    "main.Map[go.shape.int,go.shape.string].func1",
    "[ ./func_slow.py:16 (func_b) ]",
    "foo (file.py:12)",
    "py::func:/home/x.py",
    "<module>",
    "<< adaptor >>",
    "(anon) as doit at /prog.js position 360",
    "Foo::Bar#baz",
    "System.Foo.Bar(System.Int32)",
    // No function at all
    "0x7f391e64524a",
    "[unknown]",
    "swapper 0",
    "GET /a/b(c)",
    "worker (3)",
    "foo->bar",
    "foo::bar(int)->baz",
    "construction vtable for ns::A-in-ns::B",
    "void (*ns::get<int>(int))(char)",
    "int (&ns::arr<int>())[3]",
    "auto ns::f<int>(int) -> decltype(int)",
    "thread f(x)",
    "a.isra.0",
    // Broken
    "f(int",
    "f(int))",
    "f)int(",
    "f(std::vector<int)",
    "a<b<c::d(int)",
    "a::b<c>>::d(int)",
    "std::pair<int",
    "Ptr<A>::operator",
    "operator",
    "operator(",
    "::",
    "a::",
    "a::(b)",
    "<",
    "<a",
    "<a>",
    "{",
    "(",
    "'",
    "`",
    "~",
    "[abi:",
    "f[abi:",
    "f(int) [clone ",
    "f(int) (.",
    "decltype",
    "decltype(",
    "void ",
    "void f",
    "A::operator ",
    "<a as b>",
    "",
    " ",
    "const",
    "a b c(d)",
    "'<'",
    "a::'\\'",
};

std::string shown(std::string_view name, NamePolicy policy) { return shown_name(name, {.policy = policy}); }

void check(const Shown& expected) {
  INFO(expected.name);
  CHECK(shown(expected.name, NamePolicy::full) == expected.name);
  CHECK(shown(expected.name, NamePolicy::no_args) == expected.no_args);
  CHECK(shown(expected.name, NamePolicy::no_templates) == expected.no_templates);
  CHECK(shown(expected.name, NamePolicy::shortest) == expected.shortest);
}

constexpr std::array policies{NamePolicy::full, NamePolicy::stackcollapse, NamePolicy::no_args,
                              NamePolicy::no_templates, NamePolicy::shortest};

}  // namespace

TEST_CASE("C++ names are shortened where their arguments, templates and scopes really are", "[names]") {
  for (const Shown& name : cxx) check(name);
}

TEST_CASE("stackcollapse cuts the last arguments of names that have a scope, and nothing else", "[names]") {
  struct Cut {
    const char* name;
    const char* shown;
  };
  for (const auto& [name, left] :
       {Cut{"JavaThread::run()", "JavaThread::run"}, Cut{"java_start(Thread*)", "java_start(Thread*)"},
        Cut{"dyld4::getenv(char const*) const", "dyld4::getenv"}, Cut{"f(std::pair<int,int>)", "f(std::pair<int,int>)"},
        Cut{"ns::f(std::pair<int,int>)", "ns::f"}, Cut{"a::k(void (*)(int)) [clone .cold]", "a::k"},
        Cut{"void ns::A<int>::f(int)", "void ns::A<int>::f"}, Cut{"std::vector<int>::size", "std::vector<int>::size"},
        Cut{"a::F::operator()(int)", "a::F::operator()"}, Cut{"a::F::operator<(a::F)", "a::F::operator<"},
        Cut{"a::f(int)::{lambda(int)#1}::operator()(int)", "a::f(int)::{lambda(int)#1}::operator()"},
        Cut{"app`a::f(int)+0x1f", "app`a::f+0x1f"}, Cut{"tokio::Harness<T,S>::poll", "tokio::Harness<T,S>::poll"}}) {
    CHECK(shown(name, NamePolicy::stackcollapse) == left);
  }
}

TEST_CASE("Rust names are shortened where their generics and paths really are", "[names]") {
  for (const Shown& name : rust) check(name);
}

TEST_CASE("names of other languages, other texts and broken names stay whole", "[names]") {
  for (const char* const name : unchanged) {
    for (const NamePolicy policy : policies) CHECK(shown(name, policy) == name);
  }
}

TEST_CASE("each policy shows no more than the one before, and applying it again changes nothing", "[names]") {
  std::vector<const char*> names(unchanged.begin(), unchanged.end());
  for (const Shown& name : cxx) names.push_back(name.name);
  for (const Shown& name : rust) names.push_back(name.name);
  for (const char* const whole : names) {
    for (std::string_view name = whole; !name.empty(); name.remove_suffix(1)) {
      std::size_t size = name.size();
      for (const NamePolicy policy : policies) {
        const std::string made = shown(name, policy);
        if (made.empty() || made.size() > size) FAIL_CHECK(name << " became " << made);
        size = made.size();
      }
    }
    for (const NamePolicy policy : policies) {
      const std::string once = shown(whole, policy);
      CHECK(shown(once, policy) == once);
    }
  }
}

TEST_CASE("mangled names are shortened after demangling", "[names]") {
  CHECK(shown("_ZNSt6vectorIiSaIiEE9push_backERKi", NamePolicy::no_args) ==
        "std::vector<int, std::allocator<int> >::push_back");
  CHECK(shown("app`_ZNSt6vectorIiSaIiEE9push_backERKi+0x2", NamePolicy::shortest) == "app`vector::push_back+0x2");
  CHECK(shown_name("_ZN1a1bEi", {.demangle = false, .policy = NamePolicy::shortest}) == "_ZN1a1bEi");
  CHECK(shown_name("a::b::c(int)", {.demangle = false, .policy = NamePolicy::shortest}) == "b::c");
}

TEST_CASE("policies are known by name", "[names]") {
  CHECK(parse_name_policy("full") == NamePolicy::full);
  CHECK(parse_name_policy("stackcollapse") == NamePolicy::stackcollapse);
  CHECK(parse_name_policy("no-args") == NamePolicy::no_args);
  CHECK(parse_name_policy("no-templates") == NamePolicy::no_templates);
  CHECK(parse_name_policy("short") == NamePolicy::shortest);
  for (const char* const text : {"", "none", "Full", "noargs"}) CHECK_THROWS_AS(parse_name_policy(text), UsageError);
  CHECK_THROWS_WITH(parse_name_policy("tiny"), contains("full, stackcollapse, no-args, no-templates, short"));
}

TEST_CASE("brackets are matched although some of them compare, point or are operators", "[names]") {
  struct Group {
    const char* text;
    std::size_t end;
  };
  constexpr auto none = std::string_view::npos;
  for (const auto& [text, end] :
       {Group{"<a>b", 3}, Group{"<a->b>c", 6}, Group{"(a<b>)c", 6}, Group{"((1)<(2))c", 9}, Group{"((1)>(2))c", 9},
        Group{"<((8)>>(1))>c", 12}, Group{"(1 < 2)c", 7}, Group{"<'<'>c", 5}, Group{"<'\\u{3c}'>c", 10},
        Group{"<operator<>c", 11}, Group{"<operator< >c", 12}, Group{"<a::operator()<b>(c)>d", 21}, Group{"{(})", none},
        Group{"<a", none}, Group{"(a<b)", none}, Group{"[a)", none}, Group{"<>", 2}}) {
    INFO(text);
    CHECK(find_group_end(text, 0) == end);
  }
}

TEST_CASE("hostile names take time in proportion to their length", "[names][long]") {
  constexpr std::size_t size = std::size_t{1} << 20;
  const auto start = std::chrono::steady_clock::now();
  for (const std::string piece :
       {"<",      "(",  "a::", "a<b>::", "a(b)::",     "operator ", "operator<",           "a ",
        "const ", "'",  "{",   "::<a>",  "<a as b>::", "[abi:x]",   " [clone x]",          " (.x)",
        "<<a",    "((", "`",   "x`",     "LM1`",       "$LT$",      "::h0123456789abcdef", "a::operator (",
        "\\'",    "<'", "->"}) {
    std::string name = "a::";
    while (name.size() < size) name += piece;
    for (const NamePolicy policy : policies) CHECK(!shown(name, policy).empty());
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

}  // namespace profconv::test

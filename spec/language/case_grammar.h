// The grammar of docs/case-language.md in PEGTL, rule for rule. Only case_syntax.cpp includes this: it is slow to compile.
//
// Every token takes the white space after it, so that an error stands at the start of a token. Nothing with a
// consequence is ever undone: rules look ahead (`at`) before they commit (`must`), which also keeps parsing linear.
#pragma once

#include <tao/pegtl.hpp>

namespace moot::grammar {

using namespace tao::pegtl;

// White space and punctuation
struct comment : seq<one<'#'>, until<eolf>> {};
struct gap : star<sor<one<' ', '\t', '\r', '\n'>, comment>> {};
template <typename Rule> struct token : seq<Rule, gap> {};

struct comma : token<one<','>> {};
struct equals : token<one<'='>> {};
struct dash : token<one<'-'>> {};
struct arrow : token<string<'-', '>'>> {};
struct colon : token<seq<one<':'>, not_at<one<'='>>>> {};
struct becomes : token<string<':', '='>> {};
struct open_body : token<one<'{'>> {};
struct close_body : token<one<'}'>> {};

// Words
struct kw_litmus : token<TAO_PEGTL_KEYWORD("litmus")> {};
struct kw_source : token<TAO_PEGTL_KEYWORD("source")> {};
struct kw_lines : token<TAO_PEGTL_KEYWORD("lines")> {};
struct kw_section : token<TAO_PEGTL_KEYWORD("section")> {};
struct kw_sections : token<TAO_PEGTL_KEYWORD("sections")> {};
struct kw_line : token<TAO_PEGTL_KEYWORD("line")> {};
struct kw_question : token<TAO_PEGTL_KEYWORD("question")> {};
struct kw_shows : token<TAO_PEGTL_KEYWORD("shows")> {};
struct kw_tools : token<TAO_PEGTL_KEYWORD("tools")> {};
struct kw_next : token<TAO_PEGTL_KEYWORD("next")> {};
struct kw_callback : token<TAO_PEGTL_KEYWORD("callback")> {};
struct kw_observe : token<TAO_PEGTL_KEYWORD("observe")> {};
struct kw_expect : token<TAO_PEGTL_KEYWORD("expect")> {};
struct kw_with : token<TAO_PEGTL_KEYWORD("with")> {};
struct kw_may : token<TAO_PEGTL_KEYWORD("may")> {};
struct kw_fail : token<TAO_PEGTL_KEYWORD("fail")> {};
struct kw_in : token<TAO_PEGTL_KEYWORD("in")> {};
struct kw_return : token<TAO_PEGTL_KEYWORD("return")> {};
struct kw_lock : token<TAO_PEGTL_KEYWORD("lock")> {};
struct kw_unlock : token<TAO_PEGTL_KEYWORD("unlock")> {};
struct kw_thread : token<TAO_PEGTL_KEYWORD("thread")> {};
struct kw_repeat : token<TAO_PEGTL_KEYWORD("repeat")> {};
struct kw_as : token<TAO_PEGTL_KEYWORD("as")> {};
struct kw_allocate : token<TAO_PEGTL_KEYWORD("allocate")> {};
struct kw_deallocate : token<TAO_PEGTL_KEYWORD("deallocate")> {};
struct kw_at : token<TAO_PEGTL_KEYWORD("at")> {};
struct kw_if : token<TAO_PEGTL_KEYWORD("if")> {};
struct kw_rank : token<TAO_PEGTL_KEYWORD("rank")> {};
struct kw_of : token<TAO_PEGTL_KEYWORD("of")> {};
struct kw_erroneous : token<TAO_PEGTL_KEYWORD("erroneous")> {};
struct kw_aborts : token<TAO_PEGTL_KEYWORD("aborts")> {};
struct kw_diagnosed : token<TAO_PEGTL_KEYWORD("diagnosed")> {};
struct kw_unspecified : token<TAO_PEGTL_KEYWORD("unspecified")> {};
struct kw_endless : token<TAO_PEGTL_KEYWORD("endless")> {};

// "lines" stands before "line", and "sections" before "section": the first match counts.
struct reserved
    : sor<TAO_PEGTL_STRING("litmus"), TAO_PEGTL_STRING("source"), TAO_PEGTL_STRING("lines"), TAO_PEGTL_STRING("line"),
          TAO_PEGTL_STRING("sections"), TAO_PEGTL_STRING("section"), TAO_PEGTL_STRING("question"),
          TAO_PEGTL_STRING("shows"), TAO_PEGTL_STRING("callback"), TAO_PEGTL_STRING("observe"),
          TAO_PEGTL_STRING("expect"), TAO_PEGTL_STRING("with"), TAO_PEGTL_STRING("may"), TAO_PEGTL_STRING("fail"),
          TAO_PEGTL_STRING("if"), TAO_PEGTL_STRING("repeat"), TAO_PEGTL_STRING("allocate"),
          TAO_PEGTL_STRING("deallocate"), TAO_PEGTL_STRING("at"), TAO_PEGTL_STRING("in"), TAO_PEGTL_STRING("return"),
          TAO_PEGTL_STRING("lock"), TAO_PEGTL_STRING("unlock"), TAO_PEGTL_STRING("thread"), TAO_PEGTL_STRING("null"),
          TAO_PEGTL_STRING("rank"), TAO_PEGTL_STRING("size"), TAO_PEGTL_STRING("erroneous"),
          TAO_PEGTL_STRING("unspecified"), TAO_PEGTL_STRING("endless"), TAO_PEGTL_STRING("diagnosed"),
          TAO_PEGTL_STRING("aborts"), TAO_PEGTL_STRING("tools"), TAO_PEGTL_STRING("next")> {};

struct id_char : sor<alnum, one<'.', '_', '-'>> {};
struct id : seq<not_at<reserved, not_at<id_char>>, alnum, star<id_char>> {};
struct name : seq<not_at<reserved, not_at<identifier_other>>, identifier> {}; // also MPI's: told apart later
struct any_id : seq<alnum, star<id_char>> {}; // answers: `null` and `erroneous` are some
struct any_word : identifier {};
struct digits : seq<plus<digit>, not_at<identifier_other>> {};

// A variable: NAME or NAME[INDEX]
struct index_number : seq<plus<digit>, not_at<identifier_other>> {};
struct index_counter : identifier {};
struct index_sign : one<'+', '-'> {};
struct index_term : sor<index_number, index_counter> {};
struct close_index : one<']'> {};
struct index : seq<gap, index_term, gap, star<index_sign, gap, must<index_term>, gap>> {};
struct subscript : if_must<one<'['>, index, close_index> {};
struct element : seq<name, opt<subscript>> {};

// The head of a case
struct title_char : sor<seq<one<'\\'>, one<'"', '\\'>>, not_one<'"', '\\', '\r', '\n'>> {};
struct title_text : star<title_char> {};
struct close_title : token<one<'"'>> {};
struct title : if_must<one<'"'>, title_text, close_title> {};
struct litmus : seq<kw_litmus, must<title>> {};

struct source_id : token<id> {};
struct first_line : token<digits> {};
struct last_line : token<digits> {};
struct only_line : token<digits> {};
struct section_number : seq<sor<digit, range<'A', 'Z'>>, star<digit>, star<one<'.'>, plus<digit>>, not_at<id_char>> {};
struct section_id : token<section_number> {};
struct section_ids : list_must<section_id, comma> {};
struct source_place : sor<if_must<kw_lines, first_line, dash, last_line>, if_must<kw_line, only_line>,
                          if_must<sor<kw_sections, kw_section>, section_ids>> {};
struct source : if_must<kw_source, source_id, source_place> {};

struct question_id : token<id> {};
struct question_ids : list_must<question_id, comma> {};
struct question : if_must<kw_question, question_ids> {};
struct shows_id : token<id> {};
struct shows_ids : list_must<shows_id, comma> {};
struct shows : if_must<kw_shows, shows_ids> {};

struct tool_name : token<name> {};
struct tool_names : list_must<tool_name, comma> {};
struct tools : if_must<kw_tools, tool_names> {};

// Expressions
struct negative : seq<one<'-'>, gap, must<digits>> {};
struct number : seq<digits> {};
struct null : TAO_PEGTL_KEYWORD("null") {};
struct rank : TAO_PEGTL_KEYWORD("rank") {};
struct size : TAO_PEGTL_KEYWORD("size") {};
struct word : element {};
struct literal : token<sor<negative, number, null, rank, size, word>> {};

struct expr;
struct open_paren : token<one<'('>> {};
struct close_paren : token<one<')'>> {};
struct at_memory : if_must<kw_at, open_paren, expr, close_paren> {};
struct int_at : if_must<token<TAO_PEGTL_KEYWORD("int_at")>, open_paren, expr, close_paren> {};
struct aint_at : if_must<token<TAO_PEGTL_KEYWORD("aint_at")>, open_paren, expr, close_paren> {};
struct factor : sor<at_memory, int_at, aint_at, literal, if_must<open_paren, expr, close_paren>> {};
struct multiply : if_must<token<one<'*'>>, factor> {};
struct product : seq<factor, star<multiply>> {};
struct add : if_must<token<one<'+'>>, product> {};
struct subtract : if_must<token<seq<one<'-'>, not_at<one<'>'>>>>, product> {};
struct sum : seq<product, star<sor<add, subtract>>> {};
struct equal : if_must<token<string<'=', '='>>, sum> {};
struct unequal : if_must<token<string<'!', '='>>, sum> {};
struct less : if_must<token<one<'<'>>, sum> {};
struct expr : seq<sum, opt<sor<equal, unequal, less>>> {};

// Statements
struct argument_name : token<any_word> {};
struct argument_label : seq<at<any_word, gap, colon>, argument_name, colon> {};
struct argument : seq<opt<argument_label>, expr> {};
struct open_call : token<one<'('>> {};
struct close_call : token<one<')'>> {};
struct arguments : sor<at<close_call>, list_must<argument, comma>> {};
struct out : token<element> {};
struct outs : list_must<out, comma> {};
struct may_fail : if_must<kw_may, kw_fail> {};
struct procedure : token<name> {};
struct language : token<name> {};
struct in_language : if_must<kw_in, language> {};
struct call : seq<procedure, must<open_call, arguments, close_call>, opt<if_must<arrow, outs>>, opt<in_language>,
                  opt<may_fail>> {};

struct target : token<element> {};
struct assign : expr {};
struct dereference : sor<TAO_PEGTL_KEYWORD("int_at"), TAO_PEGTL_KEYWORD("aint_at")> {};
struct allocation : if_must<kw_allocate, open_paren, expr, close_paren> {};
struct next : seq<kw_next> {};
struct assigned : sor<allocation, next, seq<not_at<dereference>, at<name, gap, one<'('>>, call>, assign> {};
struct assignment : seq<at<element, gap, string<':', '='>>, target, becomes, must<assigned>> {};

struct store_place : expr {};
struct stored : expr {};
struct store : if_must<kw_at, open_paren, store_place, close_paren, becomes, stored> {};
struct deallocated : expr {};
struct deallocation : if_must<kw_deallocate, deallocated> {};

struct statement;
struct condition : expr {};
struct statements : star<statement> {};
struct branch : if_must<kw_if, condition, open_body, statements, close_body> {};
struct repeat_count : token<digits> {};
struct repeat_counter : token<name> {};
struct repeat
    : seq<kw_repeat, must<repeat_count>, opt<if_must<kw_as, repeat_counter>>, must<open_body, statements, close_body>> {
};
struct returned : expr {};
struct return_ : if_must<kw_return, returned> {};
struct locked : token<element> {};
struct lock : if_must<kw_lock, locked> {};
struct unlock : if_must<kw_unlock, locked> {};
struct thread : if_must<kw_thread, open_body, statements, close_body> {};
struct statement : sor<branch, repeat, thread, store, deallocation, return_, lock, unlock, next, assignment, call> {};

struct callback_name : token<name> {};
struct callback : if_must<kw_callback, callback_name, open_body, statements, close_body> {};

// Expectations
struct observed : token<element> {};
struct observed_names : list_must<observed, comma> {};
struct observe : if_must<kw_observe, observed_names> {};

struct bound_name : token<element> {};
struct bound_value : literal {};
struct binding : seq<bound_name, must<equals, bound_value>> {};
struct open_outcome : token<one<'{'>> {};
struct close_outcome : token<one<'}'>> {};
struct bindings : sor<at<close_outcome>, list_must<binding, comma>> {};
struct unspecified : kw_unspecified {};
struct outcome : seq<open_outcome, must<bindings, close_outcome>, opt<unspecified>> {};
struct clause : token<id> {};
struct diagnosed : token<name> {};
struct erroneous : seq<if_must<kw_erroneous, clause>, opt<if_must<kw_diagnosed, diagnosed>>> {};
struct endless : kw_endless {};
struct aborts : kw_aborts {};
struct results : plus<sor<outcome, erroneous, endless, aborts>> {};
struct reading : token<id> {};
struct with_question : token<id> {};
struct with_answer : token<any_id> {};
struct with : seq<if_must<kw_with, with_question, equals, with_answer>,
                  star<if_must<comma, with_question, equals, with_answer>>> {};
struct process_rank : token<digits> {};
struct process_size : token<digits> {};
struct process : if_must<kw_rank, process_rank, kw_of, process_size> {};
struct expect : seq<kw_expect, must<reading>, opt<process>, opt<with>, must<results>> {};

struct end : eof {};
struct file : seq<opt<utf8::bom>, gap, must<litmus>, opt<source>, star<question>, star<shows>, opt<tools>,
                  star<callback>, statements, opt<observe>, star<expect>, must<end>> {};

} // namespace moot::grammar

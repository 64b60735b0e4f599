#!/usr/bin/env python3
"""The scope attribute-cache as a model for Rumur, on standard output: attribute_cache_rumur.py KEYS HANDLES [range|scalarset]

range: every state counts. scalarset: keys, handles and values are symmetric; --symmetry-reduction says how far Rumur goes.
The laws of the model are invariants and assertions."""
import argparse
from string import Template

EXAMPLE = """example:
  attribute_cache_rumur.py 3 3 scalarset > a.m
  rumur --deadlock-detection off --threads 1 --pack-state off --scalarset-schedules off \\
        --symmetry-reduction heuristic -o a.c a.m
  gcc -O3 -march=native -std=c11 -mcx16 -w a.c -o a -lpthread && ./a"""

MODEL = Template("""\
-- The attribute cache: keys with empty callbacks, values on handles.
type
  Key: $key;
  Handle: $handle;
  Value: $value;
  KeyState: enum { no_key, live, lame }; -- lame: freed, but some value keeps it
  Mode: enum { idle, setting, clearing, copying, freeing, destroying };
  Count: 0..$handles + 1;

var
  key: array[Key] of KeyState;
  refs: array[Key] of Count;
  todo: array[Key] of boolean; -- a callback for its value is owed
  is_live: array[Handle] of boolean;
  val: array[Handle] of array[Key] of Value; -- undefined: none
  owed: array[Handle] of array[Key] of boolean; -- it was set and not destroyed
  mode: Mode; -- the call that is open, or where it is,
  on: Handle; --   and what it still needs
  target: Handle;
  the_key: Key;
  the_value: Value;

function nothing_to_do(): boolean;
begin
  for k: Key do
    if todo[k] then return false; end;
  end;
  return true;
end;

function handles(): Count;
var count: Count;
begin
  count := 0;
  for h: Handle do
    if is_live[h] then count := count + 1; end;
  end;
  return count;
end;

function attached(k: Key): Count;
var count: Count;
begin
  count := 0;
  for h: Handle do
    if !isundefined(val[h][k]) then count := count + 1; end;
  end;
  return count;
end;

procedure attach(h: Handle; k: Key; v: Value);
begin
  assert !owed[h][k] "set while there is one";
  val[h][k] := v;
  owed[h][k] := true;
  refs[k] := refs[k] + 1;
end;

procedure drop_reference(k: Key; otherwise: KeyState);
begin
  refs[k] := refs[k] - 1;
  if refs[k] = 0 then key[k] := no_key; else key[k] := otherwise; end;
end;

procedure all_to_do(h: Handle);
begin
  for k: Key do todo[k] := !isundefined(val[h][k]); end;
end;

procedure become_idle();
begin
  mode := idle;
  undefine on;
  undefine target;
  undefine the_key;
  undefine the_value;
end;

startstate begin
  for k: Key do
    key[k] := no_key;
    refs[k] := 0;
    todo[k] := false;
    for h: Handle do
      undefine val[h][k];
      owed[h][k] := false;
    end;
  end;
  for h: Handle do is_live[h] := true; end;
  become_idle();
end;

ruleset k: Key do
  rule "key_create" mode = idle & key[k] = no_key ==>
    key[k] := live;
    refs[k] := 1;
  end;
  rule "key_free" mode = idle & key[k] = live ==>
    drop_reference(k, lame);
  end;
end;

ruleset h: Handle; k: Key; v: Value do
  rule "value_set" mode = idle & is_live[h] & key[k] = live ==>
    if isundefined(val[h][k]) then
      attach(h, k, v);
    else
      mode := setting;
      on := h;
      the_key := k;
      the_value := v;
      todo[k] := true;
    end;
  end;
end;

ruleset h: Handle; k: Key do
  rule "value_clear" mode = idle & is_live[h] & key[k] = live & !isundefined(val[h][k]) ==>
    mode := clearing;
    on := h;
    todo[k] := true;
  end;
end;

ruleset h: Handle; other: Handle do
  rule "dup" mode = idle & is_live[h] & !is_live[other] ==>
    is_live[other] := true;
    mode := copying;
    on := h;
    target := other;
    all_to_do(h);
  end;
end;

ruleset h: Handle do
  rule "handle_free" mode = idle & is_live[h] & handles() > 1 ==>
    on := h;
    all_to_do(h);
    if nothing_to_do() then mode := destroying; else mode := freeing; end;
  end;
end;

ruleset k: Key; copies: boolean do
  rule "copy callback" mode = copying & todo[k] ==>
    todo[k] := false;
    if copies then attach(target, k, val[on][k]); end;
  end;
end;

ruleset k: Key do
  rule "free callback" mode = freeing & todo[k] ==>
    todo[k] := false;
    if nothing_to_do() then
      mode := destroying;
      all_to_do(on);
    end;
  end;
  rule "destroy callback" (mode = setting | mode = clearing | mode = destroying) & todo[k] ==>
    todo[k] := false;
    assert owed[on][k] "destroyed twice";
    undefine val[on][k];
    owed[on][k] := false;
    drop_reference(k, key[k]);
  end;
end;

rule "return" mode != idle & mode != freeing & nothing_to_do() ==>
  if mode = setting then attach(on, the_key, the_value); end;
  if mode = destroying then is_live[on] := false; end;
  become_idle();
end;

invariant "references add up" forall k: Key do
  refs[k] = attached(k) + (key[k] = live ? 1 : 0)
end;
invariant "a key is there as long as it is needed" forall k: Key do
  (key[k] = no_key -> attached(k) = 0) & (key[k] = lame -> attached(k) > 0)
end;
invariant "a value is there until it is destroyed" forall h: Handle do forall k: Key do
  owed[h][k] = !isundefined(val[h][k])
end end;""")


def model(keys, handles, types):
    sizes = {"key": keys, "handle": handles, "value": 2}
    made = {name: f"scalarset({size})" if types == "scalarset" else f"0..{size - 1}" for name, size in sizes.items()}
    return MODEL.substitute(made, handles=handles)


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("keys", type=int)
    parser.add_argument("handles", type=int)
    parser.add_argument("types", nargs="?", choices=("range", "scalarset"), default="range")
    given = parser.parse_args()
    if given.keys < 1 or given.handles < 1:
        parser.error("at least 1 key and 1 handle")
    print(model(given.keys, given.handles, given.types))


main()

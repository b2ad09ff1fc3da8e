import { describe, expect, it } from "vitest";
import { findCall, type KnownCalls } from "./find-call.js";
import type { CallFragment } from "./message.js";
import type { CallSegment } from "./segment.js";
import { createToolArguments } from "./tool-arguments.js";

/** A call with an id, a name and the arguments that have arrived. */
function callOf(id: string, name: string, json: string): CallSegment {
  const call: CallSegment = {
    kind: "call",
    position: 0,
    arguments: createToolArguments(),
    state: "queued",
    ...{ id, key: id, name },
    nameSettled: true,
    extra: undefined,
  };
  call.arguments.add(json);
  return call;
}

function fragmentOf(id: string, name: string, json: string, index?: number): CallFragment {
  return { type: "call", index, id, name, arguments: json, extra: undefined };
}

/** These calls; a fragment with an index may mean the first one. */
function knownOf(calls: readonly CallSegment[], index?: number): KnownCalls {
  const [first] = calls;
  return {
    last: calls.at(-1),
    byIndex: new Map(first && index !== undefined ? [[index, first]] : []),
    byKey: new Map(calls.flatMap((call) => (call.id === "" ? [] : [[call.id, call]]))),
  };
}

const begun = '{"a":';
const whole = '{"a":1}';

describe("a fragment without an index", () => {
  const find = (calls: readonly CallSegment[], ...fragment: [string, string, string]) =>
    findCall(knownOf(calls), fragmentOf(...fragment));

  it("belongs to the latest call with its id, or else begins a new one", () => {
    const calls = [callOf("c", "f", whole), callOf("c", "f", begun), callOf("d", "g", begun)];
    expect(find(calls, "c", "", "1}")).toBe(calls[1]);
    expect(find(calls, "e", "", "1}")).toBeUndefined();
  });

  it("without an id belongs to the last call, unless a name follows complete arguments", () => {
    for (const [name, json] of [
      ["", begun],
      ["", whole],
      ["f", begun],
    ] as const) {
      const calls = [callOf("", "e", whole), callOf("", "f", json)];
      expect(find(calls, "", name, "\n")).toBe(calls[1]);
    }
    expect(find([callOf("", "f", whole)], "", "f", "")).toBeUndefined();
    expect(find([], "", "f", "")).toBeUndefined();
  });
});

describe("a fragment with the index of a call", () => {
  const isSame = (call: CallSegment, ...fragment: [string, string, string]) =>
    findCall(knownOf([call], 0), fragmentOf(...fragment, 0)) === call;

  it.each([
    ["has no name, whatever its id", callOf("c", "f", whole), "d", "", '{"b":2}'],
    ["has no name and no id", callOf("", "f", whole), "", "", '{"b":2}'],
    ["has the same id", callOf("c", "f", whole), "c", "f", '{"b":2}'],
    ["has an id for the first time", callOf("", "f", whole), "c", "f", '{"b":2}'],
    ["has no id any more", callOf("c", "f", whole), "", "f", '{"b":2}'],
    ["has another id, and more of the arguments", callOf("c", "f", begun), "d", "f", "1}"],
    ["repeats complete arguments", callOf("", "f", whole), "", "f", whole],
    ["has a name and no new object", callOf("", "f", whole), "", "f", "\n"],
    ["has an object that goes on", callOf("", "f", whole), "", "f", '{"b":2'],
    ["has more than an object", callOf("", "f", whole), "", "f", '{"b":2}, '.concat("{}")],
    ["has an object within incomplete arguments", callOf("", "f", begun), "", "f", '{"b":2}'],
  ])("belongs to that call if it %s", (_why, call, ...fragment) => {
    expect(isSame(call, ...fragment)).toBe(true);
  });

  it.each([
    ["an object after complete arguments, without ids", callOf("", "f", whole), "", "f", " {} "],
    ["another id after complete arguments", callOf("c", "f", whole), "d", "f", ""],
    ["another id and a whole object", callOf("c", "f", begun), "d", "g", '{"b":2}'],
  ])("begins a new call if it has a name and %s", (_why, call, ...fragment) => {
    expect(isSame(call, ...fragment)).toBe(false);
  });
});

describe("a fragment with a new index", () => {
  const find = (call: CallSegment, ...fragment: [string, string, string]) =>
    findCall(knownOf([call], 0), fragmentOf(...fragment, 1));

  it.each(["", "f"])("continues a call with its id and the name %j", (name) => {
    const call = callOf("c", "f", begun);
    expect(find(call, "c", name, "1}")).toBe(call);
  });

  it.each([
    ["it has no id", callOf("", "f", begun), "", "", "1}"],
    ["its id is another", callOf("c", "f", begun), "d", "", "1}"],
    ["its name is another", callOf("c", "f", begun), "c", "g", "1}"],
    ["the call with its id has no arguments yet", callOf("c", "f", ""), "c", "f", whole],
    ["the call with its id is complete", callOf("c", "f", whole), "c", "f", whole],
  ])("begins a new call if %s", (_why, call, ...fragment) => {
    expect(find(call, ...fragment)).toBeUndefined();
  });
});

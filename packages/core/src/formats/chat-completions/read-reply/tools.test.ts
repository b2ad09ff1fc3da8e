import { describe, expect, it } from "vitest";
import {
  type ContextChange,
  callsOf,
  contextOf,
  deltaOf,
  finishOf,
  type Item,
  linesOf,
  pieceOf,
  readStream,
} from "../__fixtures__/reply.js";

const finish = finishOf("tool_calls");
const linesFor = (items: readonly Item[], change?: ContextChange) =>
  linesOf(readStream([...items, finish], change).events);
const failureOf = (items: readonly Item[]) => readStream([...items, finish]).error?.kind;
const badResponse = "upstream_bad_response";

describe("the order of calls", () => {
  it("F8.8c T5 T6 T4 passes on the first of two mixed calls as it comes, and the second after it", () => {
    const { batches, events } = readStream([
      callsOf(pieceOf(0, '{"a":', "c0", "f")),
      callsOf(pieceOf(1, '{"b":', "c1", "g")),
      callsOf(pieceOf(0, "1}")),
      callsOf(pieceOf(1, "2}")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":|1}', '1 c1 g: {"b":|2}', "tool_calls"]);
    expect(batches.slice(0, 5).map((batch) => batch.map(({ type }) => type))).toEqual([
      ["start", "open", "delta"],
      [],
      ["delta", "close", "open", "delta"],
      ["delta"],
      ["close"],
    ]);
  });

  it("F8.8d T7 passes on both of two calls that follow each other, one closed before the next", () => {
    const { events } = readStream([
      callsOf(pieceOf(0, "", "c0", "f")),
      callsOf(pieceOf(0, '{"a":')),
      callsOf(pieceOf(0, "1}")),
      callsOf(pieceOf(1, "", "c1", "g")),
      callsOf(pieceOf(1, '{"b":')),
      callsOf(pieceOf(1, "2}")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":|1}', '1 c1 g: {"b":|2}', "tool_calls"]);
  });

  it("buffers the calls that a server announces before the arguments of the first", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, "", "c0", "f"), pieceOf(1, "", "c1", "g")),
      callsOf(pieceOf(1, '{"b":2}')),
      callsOf(pieceOf(0, '{"a":1}')),
    ]);
    expect(lines).toEqual(['0 c0 f: {"a":1}', '1 c1 g: {"b":2}', "tool_calls"]);
  });

  it("F8.8g T8 T9 opens a block for text only where there is text, and a new one after a call", () => {
    const lines = linesFor([
      deltaOf({ content: "a" }),
      callsOf(pieceOf(0, '{"a":1}', "c0", "f")),
      deltaOf({ content: "b" }),
    ]);
    expect(lines).toEqual(["0 text: a", '1 c0 f: {"a":1}', "2 text: b", "tool_calls"]);
  });

  it("F8.8h holds back text that arrives before the arguments of a call end", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, '{"a":', "c0", "f")),
      deltaOf({ content: "b" }),
      callsOf(pieceOf(0, "1}")),
    ]);
    expect(lines).toEqual(['0 c0 f: {"a":|1}', "1 text: b", "tool_calls"]);
  });

  it("T21 T54 reads several pieces of one call, and several calls, from one chunk", () => {
    const { events } = readStream([
      deltaOf(
        {
          tool_calls: [
            pieceOf(0, '{"a"', "c0", "f"),
            pieceOf(0, ":1}"),
            pieceOf(1, "{}", "c1", "g"),
          ],
        },
        "tool_calls",
      ),
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":1}', "1 c1 g: {}", "tool_calls"]);
  });
});

describe("which call a piece belongs to", () => {
  it("F8.8e T2 distinguishes calls that all have the index 0", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, '{"a":1}', "c0", "f")),
      callsOf(pieceOf(0, '{"b":2}', "c1", "g")),
      callsOf(pieceOf(0, "{}", "c2", "g")),
    ]);
    expect(lines).toEqual(['0 c0 f: {"a":1}', '1 c1 g: {"b":2}', "2 c2 g: {}", "tool_calls"]);
  });

  it("T44 distinguishes calls with empty ids and the index 0", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, '{"a":1}', "", "f")),
      callsOf(pieceOf(0, '{"a":2}', "", "f")),
    ]);
    expect(lines).toEqual(['0 fresh_0 f: {"a":1}', '1 fresh_1 f: {"a":2}', "tool_calls"]);
  });

  it("T1 accepts indexes that are missing, text, sparse or begin at 1", () => {
    expect(
      linesFor([
        callsOf(pieceOf(undefined, "", "c0", "f")),
        callsOf(pieceOf(undefined, '{"a":1}')),
        callsOf(pieceOf(undefined, "{}", "c1", "g")),
        callsOf(pieceOf(undefined, "{}", undefined, "h")),
      ]),
    ).toEqual(['0 c0 f: {"a":1}', "1 c1 g: {}", "2 fresh_0 h: {}", "tool_calls"]);
    expect(
      linesFor([
        callsOf({ ...pieceOf(7, '{"a":', "c0", "f"), index: "7" }),
        callsOf(pieceOf(7, "1}")),
        callsOf(pieceOf(9, "{}", "c1", "g")),
      ]),
    ).toEqual(['0 c0 f: {"a":|1}', "1 c1 g: {}", "tool_calls"]);
  });

  it("T3 joins pieces that repeat id and name to one call", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, "", "c0", "f")),
      callsOf(pieceOf(0, '{"a":', "c0", "f")),
      callsOf(pieceOf(0, "1}", "c0", "f")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":|1}', "tool_calls"]);
    expect(notes).toEqual(["approximated /usage"]);
  });

  it("keeps the first id if a server invents one for every piece", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":', "c0", "f")),
      callsOf(pieceOf(0, "1}", "c9")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":|1}', "tool_calls"]);
    expect(notes).toContain("dropped /choices/0/message/tool_calls/0/id");
  });

  it("keeps the first of several ids that arrive before a call opens", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":', "c0")),
      callsOf(pieceOf(0, "1}", "c9")),
      callsOf(pieceOf(0, "", "c0", "f")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":1}', "tool_calls"]);
    expect(notes).toContain("dropped /choices/0/message/tool_calls/0/id");
  });

  it("adds a number to the id of a call that another call has", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":1}', "c", "f")),
      callsOf(pieceOf(1, '{"a":2}', "c", "f")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c f: {"a":1}', '1 c_2 f: {"a":2}', "tool_calls"]);
    expect(notes).toContain("reshaped /choices/0/message/tool_calls/1/id");
  });

  it("continues a call whose id is repeated under a new index", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, '{"a":', "c", "f")),
      callsOf(pieceOf(1, "[", "c")),
      callsOf(pieceOf(1, "1]}")),
    ]);
    expect(lines).toEqual(['0 c f: {"a":|[|1]}', "tool_calls"]);
  });

  it("reads a single object as a list, and the older call of a function", () => {
    const single = deltaOf({ tool_calls: pieceOf(0, "{}", "c0", "f") });
    expect(linesFor([single])).toEqual(["0 c0 f: {}", "tool_calls"]);
    const older = [
      deltaOf({ function_call: { name: "f", arguments: '{"a"' } }),
      deltaOf({ function_call: { arguments: ":1}" } }),
    ];
    expect(linesFor(older)).toEqual(['0 fresh_0 f: {"a"|:1}', "tool_calls"]);
  });
});

describe("names and ids", () => {
  it("T38 holds a call back whose name arrives after its arguments have begun", () => {
    const { batches, events } = readStream([
      callsOf(pieceOf(0, '{"a":', "c0")),
      callsOf(pieceOf(0, "1}", undefined, "f")),
      finish,
    ]);
    expect(batches[0]?.map(({ type }) => type)).toEqual(["start"]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":1}', "tool_calls"]);
  });

  it("T39 joins a name that arrives in pieces, and uses no piece twice", () => {
    const tools = ["get", "get_weather"];
    const pieces = [
      callsOf(pieceOf(0, undefined, "c0", "get")),
      callsOf(pieceOf(0, undefined, "c0", "get")),
      callsOf(pieceOf(0, undefined, "c0", "_weather")),
      callsOf(pieceOf(0, undefined, "c0", "get_weather")),
      callsOf(pieceOf(0, "{}", "c0", "x")),
    ];
    expect(linesFor(pieces, { tools })).toEqual(["0 c0 get_weather: {}", "tool_calls"]);
  });

  it("T4 T39 joins the pieces of a name, also of a call that waits, and mixes none", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, undefined, "c0", "get")),
      callsOf(pieceOf(0, undefined, undefined, "_time")),
      callsOf(pieceOf(0, '{"a":'), pieceOf(1, undefined, "c1", "set")),
      callsOf(pieceOf(0, "1"), pieceOf(1, undefined, undefined, "_date")),
      callsOf(pieceOf(0, "}"), pieceOf(1, "{}")),
    ]);
    expect(lines).toEqual(['0 c0 get_time: {"a":|1|}', "1 c1 set_date: {}", "tool_calls"]);
  });

  it("T39 ignores names after the arguments have begun, also of a call that waits", () => {
    const lines = linesFor([
      callsOf(pieceOf(0, '{"a":', "c0", "f"), pieceOf(1, '{"b":', "c1", "g")),
      callsOf(pieceOf(1, "2}", "c1", "x"), pieceOf(0, "1}")),
    ]);
    expect(lines).toEqual(['0 c0 f: {"a":|1}', '1 c1 g: {"b":2}', "tool_calls"]);
  });

  it("T39 opens a call as soon as its name is that of a tool", () => {
    const change = { tools: ["f"] };
    const { batches } = readStream([callsOf(pieceOf(0, "", "c0", "f")), finish], change);
    expect(batches[0]?.map(({ type }) => type)).toEqual(["start", "open"]);
    const unknown = readStream([callsOf(pieceOf(0, "", "c0", "fu")), finish], change);
    expect(unknown.batches[0]?.map(({ type }) => type)).toEqual(["start"]);
    expect(linesOf(unknown.events)).toEqual(["0 c0 fu: ", "tool_calls"]);
  });

  it("T39 fails for arguments that no name ever comes for, and drops a call of nothing", () => {
    expect(failureOf([callsOf(pieceOf(0, "{}", "c0"))])).toBe(badResponse);
    expect(failureOf([callsOf(pieceOf(0, "{}", "c0", ""))])).toBe(badResponse);
    const { events, notes } = readStream([callsOf(pieceOf(0, "", "c0", "")), finish]);
    expect(linesOf(events)).toEqual(["end"]);
    expect(notes).toContain("dropped /choices/0/message/tool_calls/0");
  });

  it("T40 T41 creates one id for a call without an id, and keeps it", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":', "", "f")),
      callsOf(pieceOf(0, "1}", "late")),
      callsOf(pieceOf(1, "{}", "", "g")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 fresh_0 f: {"a":|1}', "1 fresh_1 g: {}", "tool_calls"]);
    expect(notes).toContain("reshaped /choices/0/message/tool_calls/0");
  });

  it("T40 takes an empty id behind the id of a call for none", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":', "c0", "f")),
      callsOf(pieceOf(0, "1}", "")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":|1}', "tool_calls"]);
    expect(notes.filter((note) => note.includes("/tool_calls/"))).toEqual([]);
  });

  it("notes the id that arrives after its call has been given one, and gives it to no call", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":', "", "f")),
      callsOf(pieceOf(0, "1}", "late")),
      callsOf(pieceOf(1, "{}", "late", "g")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 fresh_0 f: {"a":|1}', "1 late g: {}", "tool_calls"]);
    expect(notes).toContain("dropped /choices/0/message/tool_calls/0/id");
  });

  it("takes the id that arrives before its call opens, without a note", () => {
    const { events, notes } = readStream([
      callsOf(pieceOf(0, '{"a":')),
      callsOf(pieceOf(0, "1}", "c0", "f")),
      finish,
    ]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":1}', "tool_calls"]);
    expect(notes).toEqual(["approximated /usage"]);
  });

  it("T98 restores the caller's name of a tool that was renamed for the upstream", () => {
    const original = "files/read all";
    const change = { tools: [original] };
    const [renamed = ""] = readNames(original);
    const lines = linesFor([callsOf(pieceOf(0, "{}", "c0", renamed))], change);
    expect(lines[0]).toBe(`0 c0 ${original}: {}`);
    expect(renamed).not.toBe(original);
  });

  it("T171 treats names of prototype members as ordinary names", () => {
    const json = '{"__proto__":{"a":1},"constructor":2}';
    const calls = [
      pieceOf(0, json, "__proto__", "__proto__"),
      pieceOf(1, "{}", "toString", "constructor"),
    ];
    expect(linesFor([callsOf(...calls)])).toEqual([
      `0 __proto__ __proto__: ${json}`,
      "1 toString constructor: {}",
      "tool_calls",
    ]);
    const parsed = {
      ...pieceOf(0, undefined, "c0"),
      function: { name: "f", arguments: JSON.parse(json) },
    };
    expect(linesFor([callsOf(parsed)])[0]).toBe(`0 c0 f: ${json}`);
  });

  it("joins the native members of a call that arrive in several pieces before it opens", () => {
    const { events, notes } = readStream([
      callsOf({ ...pieceOf(0, '{"a":', "c0"), first: 1 }),
      callsOf({ ...pieceOf(0, "1}", undefined, "f"), second: 2 }),
      finish,
    ]);
    expect(events[1]).toMatchObject({ block: { extra: { first: 1, second: 2 } } });
    expect(notes).toEqual(["approximated /usage"]);
  });

  it("notes neither repeated native members of a call nor white space after its arguments", () => {
    const call = { ...pieceOf(0, "{}", "c0", "f"), signature: "s" };
    const { notes } = readStream([
      callsOf(call),
      callsOf(pieceOf(1, "{}", "c1", "g")),
      callsOf({ ...pieceOf(0, "\n"), signature: "s" }),
      finish,
    ]);
    expect(notes).toEqual(["approximated /usage"]);
  });

  it.each([100, 1_000])(
    "tells arguments of %d characters that come again from others, although the call is forgotten",
    (size) => {
      const json = (letter: string) => `{"a":"${letter.repeat(size)}"}`;
      const stream = (again: string) => [
        callsOf(pieceOf(0, json("a"), "c0", "f")),
        callsOf(pieceOf(1, "{}", "c1", "g")),
        callsOf(pieceOf(0, again)),
      ];
      expect(linesFor(stream(json("a")))).toHaveLength(3);
      expect(failureOf(stream(json("b")))).toBe(badResponse);
    },
  );

  it("knows a call that is over by an id of any length", () => {
    const id = "i".repeat(1_000);
    const lines = linesFor([
      callsOf(pieceOf(0, "{}", id, "f")),
      callsOf(pieceOf(1, "{}", `${id}2`, "g")),
      callsOf(pieceOf(0, "{}", id, "f")),
    ]);
    expect(lines).toEqual([`0 ${id} f: {}`, `1 ${id}2 g: {}`, "tool_calls"]);
  });

  it("takes no more indexes of one call than a reply may have blocks", () => {
    const begin = callsOf(pieceOf(0, '{"a":', "c0", "f"));
    const goOn = (index: number) => callsOf(pieceOf(index, " ", "c0"));
    const indexes = Array.from({ length: 20 }, (_, index) => goOn(index + 1));
    expect(readStream([begin, ...indexes], { maxBlocks: 21 }).error?.message).not.toContain(
      "limit",
    );
    expect(readStream([begin, ...indexes], { maxBlocks: 20 }).error?.message).toContain("limit");
  });

  it("keeps the native members of a call", () => {
    const extra = { extra_content: { google: { thought_signature: "s" } } };
    const first = { ...pieceOf(0, '{"a":', "c0", "f"), ...extra };
    const { events, notes } = readStream([
      callsOf(first),
      callsOf({ ...pieceOf(0, "1}"), ...extra }),
      callsOf({ ...pieceOf(0, ""), late: 1 }),
      finish,
    ]);
    expect(events[1]).toMatchObject({ block: { type: "tool_call", id: "c0", extra } });
    expect(notes).toEqual(["dropped /choices/0/message/tool_calls/0", "approximated /usage"]);
  });
});

/** The names that an upstream gets. */
function readNames(name: string): readonly string[] {
  return [...contextOf({ tools: [name] }).names.declared];
}

describe("arguments", () => {
  const call = (json: string | undefined, id = "c0") => callsOf(pieceOf(0, json, id, "f"));
  const next = (json: string) => callsOf(pieceOf(0, json));

  it("F8.8n T42 T170 reads missing arguments, an empty object and null as no arguments", () => {
    expect(linesFor([call("")])).toEqual(["0 c0 f: ", "tool_calls"]);
    expect(linesFor([call(undefined)])).toEqual(["0 c0 f: ", "tool_calls"]);
    expect(linesFor([call("{}")])).toEqual(["0 c0 f: {}", "tool_calls"]);
    expect(linesFor([call("null")])).toEqual(["0 c0 f: ", "tool_calls"]);
    expect(linesFor([call('""')])).toEqual(["0 c0 f: ", "tool_calls"]);
  });

  it("T34 T37 passes pieces on verbatim, as they arrive", () => {
    const { batches } = readStream([
      call('{ "a" :'),
      next(" 1.0,"),
      next('"b":"\\u00e9"}'),
      finish,
    ]);
    expect(batches.flat().filter(({ type }) => type === "delta")).toMatchObject([
      { delta: { json: '{ "a" :' } },
      { delta: { json: " 1.0," } },
      { delta: { json: '"b":"\\u00e9"}' } },
    ]);
    expect(batches[1]).toHaveLength(1);
  });

  it("T35 does not take arguments for complete because a part of them can be parsed", () => {
    const lines = linesFor([
      call('{"a":[1,{"b":"}"}'),
      callsOf(pieceOf(1, "{}", "c1", "g")),
      next("]}"),
    ]);
    expect(lines).toEqual(['0 c0 f: {"a":[1,{"b":"}"}|]}', "1 c1 g: {}", "tool_calls"]);
  });

  it("T36 holds an exact {} placeholder back until it is known to be the complete input", () => {
    expect(linesFor([call("{}"), next('{"a":'), next("1}")])).toEqual([
      '0 c0 f: {"a":|1}',
      "tool_calls",
    ]);
    expect(linesFor([call('{}{"a":1}')])).toEqual(['0 c0 f: {"a":1}', "tool_calls"]);
    expect(linesFor([call("{}"), next(" ")])).toEqual(["0 c0 f: {}", "tool_calls"]);
    expect(failureOf([call("{}"), next("x")])).toBe(badResponse);
  });

  it("T54 ignores a repetition of all arguments, and fails for anything else behind their end", () => {
    const json = '{"a":1}';
    expect(linesFor([call(json), next(json), next("\n")])).toEqual([
      `0 c0 f: ${json}`,
      "tool_calls",
    ]);
    const { events, notes } = readStream([call(json), finish, next(json)]);
    expect(linesOf(events)).toEqual([`0 c0 f: ${json}`, "tool_calls"]);
    expect(notes).toContain("dropped /choices/0/message/tool_calls/0");
    expect(failureOf([call(json), next(',"b":2}')])).toBe(badResponse);
    expect(readStream([call(json), finish, next("x")]).error?.kind).toBe(badResponse);
  });

  it("S17 fails for arguments of a call that never began", () => {
    expect(failureOf([callsOf(pieceOf(4, '{"a":1}'))])).toBe(badResponse);
  });

  it("unwraps an object in a string, and reports it", () => {
    const { events, notes } = readStream([call('"{\\"a\\":'), next('1}"'), finish]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":1}', "tool_calls"]);
    expect(notes).toContain("reshaped /choices/0/message/tool_calls/0");
  });

  it("S20 passes on arguments that never become JSON unchanged", () => {
    const { events, notes } = readStream([call('{"a":'), next("oops"), finish]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"a":|oops', "tool_calls"]);
    expect(notes).toContain("approximated /choices/0/message/tool_calls/0");
  });

  it("wraps arguments that are not an object, so that the tool gets an object", () => {
    const { events, notes } = readStream([call("SELECT "), next("1"), finish]);
    expect(linesOf(events)).toEqual(['0 c0 f: {"_raw_arguments":"SELECT 1"}', "tool_calls"]);
    expect(notes).toContain("approximated /choices/0/message/tool_calls/0");
    expect(linesFor([call("[1]")])[0]).toBe('0 c0 f: {"_raw_arguments":"[1]"}');
  });

  it("writes arguments that come as an object, and fails for one that is too deep to be written", () => {
    const parsed = { index: 0, id: "c0", function: { name: "f", arguments: { a: 1 } } };
    expect(linesFor([callsOf(parsed)])).toEqual(['0 c0 f: {"a":1}', "tool_calls"]);
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const item = `{"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":${deep}}}]}}]}`;
    expect(failureOf([item])).toBe(badResponse);
  });

  it("T43 leaves a call open that the token limit cut, with its arguments unchanged", () => {
    const length = finishOf("length");
    const cut = readStream([call('{"a":'), next('"b'), length]);
    expect(linesOf(cut.events)).toEqual(['0 c0 f: {"a":|"b...', "max_tokens"]);
    expect(linesOf(readStream([call(""), length]).events)).toEqual(["0 c0 f: ...", "max_tokens"]);
    const whole = readStream([call('{"a":1}'), length]);
    expect(linesOf(whole.events)).toEqual(['0 c0 f: {"a":1}', "max_tokens"]);
  });

  it("closes a cut call when something follows it", () => {
    const items = [
      call('{"a":'),
      callsOf(pieceOf(1, '{"b":', "c1", "g")),
      finishOf("length"),
      deltaOf({ content: "late" }),
    ];
    expect(linesOf(readStream(items).events)).toEqual([
      '0 c0 f: {"a":',
      '1 c1 g: {"b":',
      "2 text: late",
      "max_tokens",
    ]);
  });
});

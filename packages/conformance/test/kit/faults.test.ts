import { checks, conformance } from "@diglot/testing/conformance";
import { describe, expect, it } from "vitest";
import { type Fault, seldomFaults } from "./seldom-faults.js";
import {
  apiKey,
  asText,
  inPlain,
  inStart,
  isOf,
  mixUp,
  pass,
  reframe,
  refuseAll,
  replace,
  spoil,
  type Tamper,
  withHeader,
  without,
  withoutHeader,
} from "./spoilt-server.js";

/** Servers of the Messages format that are wrong, with the checks that see it; no others do. */
const wrong: readonly Fault[] = [
  ...seldomFaults,
  [
    "lets pass what it should refuse with 400",
    pass(400),
    `
    M006 M007 M008 M009 M010 M014 M015 M019 M020 M021 M022 M023 M024 M025 M027 M028a M028b
    M030b M031a M031b M032 M033 M034b M035 M036 M037a M037b M038 M039a M040a M040b M044 M046
    M047a M047b M048 M050 M051a M053 M054a M055 M057 M058a M059a M060 M071b M073 M089 M101a
    M101b M101f`,
  ],
  [
    "lets pass what it should refuse otherwise",
    pass(401, 404, 405, 413),
    `
    M004 M005 M012 M013 M016 M017 M075 M101c M101d M101e M110`,
  ],
  [
    "refuses everything",
    refuseAll,
    `
    M001 M002 M003 M011 M026 M029 M030a M034a M039b M041a M041b M042 M043a M043b M045 M049
    M051b M052 M054b M056 M058b M059b M061a M061b M062 M063 M064 M065 M066 M069 M070 M071a
    M071b M072a M074a M074b M076 M077 M078 M079 M080 M081 M082 M083 M084 M086 M087 M088a M088b
    M093 M094 M109`,
  ],
  [
    "mixes streams up with JSON",
    mixUp,
    `
    M076 M077 M078 M079 M080 M081 M082 M083 M084 M086 M087 M088a M088b M089 M093 M094 M101a
    M101b M101c M101d M101e M101f`,
  ],
  [
    "calls all errors alike",
    replace(/"(\w+_error|request_too_large)"/g, '"error"'),
    `
    M004 M005 M006 M007 M008 M009 M010 M012 M014 M015 M017 M019 M020 M021 M022 M023 M024 M025
    M027 M028a M028b M030b M031a M031b M032 M033 M034b M035 M036 M037a M037b M038 M039a M040a
    M040b M044 M046 M047a M047b M048 M050 M051a M053 M054a M055 M057 M058a M059a M060 M071b
    M073 M075 M089 M110`,
  ],
  [
    "names nothing in its errors",
    replace(/"message":"(\\.|[^"\\])*"/g, '"message":"No."'),
    `
    M005 M006 M007 M008 M009 M010 M014 M015 M017 M019 M020 M021 M022 M023 M024 M025 M027 M028a
    M028b M030b M031a M031b M032 M033 M034b M035 M036 M037a M037b M038 M039a M040a M040b M044
    M046 M047a M047b M048 M050 M051a M053 M054a M055 M057 M058a M059a M060 M071b M073 M110`,
  ],
  [
    "forgets the id of a request in its headers",
    withoutHeader("request-id"),
    `
    M004 M078 M101a M101b M101c M101d M101e M101f`,
  ],
  [
    "forgets the id of a request in its errors",
    replace(/,"request_id":"[^"]*"/g, ""),
    "M004 M101a M101b M101c M101d M101e M101f",
  ],
  [
    "gives messages another type",
    replace('"type":"message"', '"type":"completion"'),
    "M001 M002 M011 M079",
  ],
  ["answers as another model", replace('"model":"echo"', '"model":"other"'), "M018"],
  [
    "can always cite",
    replace('"type":"text","text"', '"type":"text","citations":[],"text"'),
    "M061a",
  ],
  [
    "never says why it stopped",
    replace(/"stop_reason":"\w+"/g, '"stop_reason":"end_turn"'),
    "M030a M063 M064 M065 M087",
  ],
  ["gives stop sequences back", replace(/green "/g, 'green blue"'), "M062"],
  ["gives calls ids of its own kind", replace(/"toolu_01/g, '"call_01'), "M064 M086"],
  ["gives all calls one id", replace(/"toolu_01\w+"/g, '"toolu_01"'), "M065 M086"],
  [
    "writes the input of calls as text",
    replace('"input":{"city":"Oslo"}', '"input":"{}"'),
    "M064 M066",
  ],
  ["cuts the input of calls anywhere", replace('"city":"Oslo"', '"city":"Os"'), "M066"],
  ["renames members", replace('{\\"city\\"', '{\\"town\\"'), "M069"],
  [
    "leaves out signatures",
    replace(/"signature":"[^"]*"/g, '"signature":""'),
    "M070 M071a M071b M082 M083",
  ],
  ["shows all thinking", replace(/"thinking":""/g, '"thinking":"Hm."'), "M070 M071a M082"],
  ["counts no input", replace(/"input_tokens":\d+/g, '"input_tokens":0'), "M061b M072a"],
  [
    "counts below zero",
    replace(/"(input|output)_tokens":/g, '"$1_tokens":-'),
    "M030a M061b M072a M072b M079 M080 M088b M094",
  ],
  [
    "counts less input at the end of a stream",
    replace(/("type":"message_delta".*"input_tokens":)\d+/g, "$10"),
    "M088b",
  ],
  [
    "sends streams without events",
    reframe(() => [": nothing", ""]),
    "M076 M077 M078 M079 M080 M081 M082 M083 M084 M086 M087 M088a M088b M093 M094",
  ],
  ["counts no output", replace(/"output_tokens":\d+/g, '"output_tokens":0'), "M061b M088b"],
  ["does not know a cache", replace(/"cache_read_input_tokens":0/g, '"cache":null'), "M061b"],
  ["counts in other words", replace('{"input_tokens":', '{"tokens":1,"input_tokens":'), "M072a"],
  ["counts too much beforehand", replace(/^{"input_tokens":/g, '{"input_tokens":1'), "M072b"],
  [
    "lists models without an end",
    replace(/"has_more":(true|false)/g, '"has_more":null'),
    "M074a M074b",
  ],
  ["gives one page for all", replace(/"has_more":true/g, '"has_more":false'), "M074b"],
  ["never names the events of a stream", replace(/^event: .*\n/gm, ""), "M077"],
  [
    "ends streams without a blank line",
    replace(/\n\n$/g, "\n"),
    `
    M076 M079 M080 M081 M082 M083 M084 M086 M087 M088b M093 M094`,
  ],
  [
    "never stops a stream",
    without((frame) => isOf(frame, "message_stop")),
    `
    M076 M079 M080 M081 M082 M083 M084 M086 M087 M088b M094`,
  ],
  [
    "never closes blocks",
    without((frame) => isOf(frame, "content_block_stop")),
    `
    M076 M079 M080 M081 M082 M083 M084 M086 M088b M094`,
  ],
  ["numbers all blocks alike", replace(/"index":\d+/g, '"index":0'), "M082 M083 M086"],
  ["streams texts without a word", without((frame) => frame.includes('"text_delta"')), "M076 M080"],
  ["begins inputs at once", without((frame) => frame.includes('"partial_json":""')), "M081"],
  ["closes calls that were cut short", reframe(closeCut), "M087"],
  [
    "stops before it begins",
    replace('"stop_reason":null', '"stop_reason":"end_turn"'),
    "M079 M088a",
  ],
  ["says more in streams", replace('"text_delta","text":"', '"text_delta","text":"So: '), "M080"],
  ["cites where it did not say so", reframe(citeAtOnce), "M081 M082 M083 M086"],
  [
    "lets everybody speak as the user",
    replace('"role":"assistant"', '"role":"user"'),
    "M001 M002 M011 M079",
  ],
  ["gives messages no id", replace(/"id":"msg_[^"]*"/g, '"id":""'), "M001 M002 M011 M079"],
  ["gives messages no model", replace('"model":"echo"', '"model":""'), "M001 M002 M011 M018 M079"],
  [
    "gives no list of blocks",
    replace(/"content":\[[^\]]*\]/g, '"content":"Hello"'),
    "M001 M002 M011 M030a M039b M058b M061a M062 M064 M065 M066 M069 M070 M071a M071b M079 M080 M094",
  ],
  [
    "forgets the types of blocks",
    replace('"type":"text"', '"type":""'),
    "M001 M002 M011 M071a M076 M080 M094",
  ],
  [
    "forgets that an error is one",
    replace('"type":"error"', '"type":"failure"'),
    "M013 M101a M101b M101c M101d M101e M101f",
  ],
  [
    "has another id in its headers than in its errors",
    withHeader("request-id", "req_2"),
    "M004 M101a M101b M101c M101d M101e M101f",
  ],
  ["sends errors as text", asText, "M089 M101a M101b M101c M101d M101e M101f"],
  [
    "repeats wrong keys",
    replace(/"message":"[^"]*x-api-key/g, '"message":"sk-wrong-0123456789abcdef is no x-api-key'),
    "M005",
  ],
  [
    "names another model as the first of its list",
    replace('"first_id":"echo"', '"first_id":"other"'),
    "M074a",
  ],
  [
    "names another model as the last of its list",
    replace('"last_id":"eliza"', '"last_id":"other"'),
    "M074a",
  ],
  ["lists models that are none", replace('"type":"model"', '"type":"engine"'), "M074a"],
  ["begins each page with the same model", replace('"id":"eliza"', '"id":"echo"'), "M074a M074b"],
  ["gives all models on each page", replace(/"data":\[(\{[^\]]*\})\]/g, '"data":[$1,$1]'), "M074b"],
  [
    "does not know that a cache is written",
    replace('"cache_creation_input_tokens":0', '"cache":null'),
    "M061b",
  ],
  [
    "begins streams with text",
    inStart('"content":[]', '"content":[{"type":"text","text":""}]'),
    "M079",
  ],
  ["begins streams without an id", inStart(/"id":"[^"]*"/, '"id":""'), "M079"],
  ["begins streams as the user", inStart('"role":"assistant"', '"role":"user"'), "M079"],
  ["begins streams without a model", inStart('"model":"echo"', '"model":""'), "M079"],
  ["begins streams without counts of output", inStart(/"output_tokens":\d+/, '"output":0'), "M079"],
  [
    "begins blocks with text",
    replace(
      '"content_block":{"type":"text","text":""',
      '"content_block":{"type":"text","text":"So"',
    ),
    "M076",
  ],
  ["begins calls with input", replace('"input":{}', '"input":{"city":"Oslo"}'), "M081"],
  [
    "begins inputs without an empty piece",
    replace('"partial_json":""', '"partial_json":" "'),
    "M081",
  ],
  [
    "signs thinking twice",
    reframe((frames) =>
      frames.flatMap((frame) => (frame.includes('"signature_delta"') ? [frame, frame] : [frame])),
    ),
    "M082 M083",
  ],
  ["signs thinking before it is over", reframe(thinkOn), "M082 M083"],
  ["streams thinking that is not to be shown", reframe(thinkBefore), "M083"],
  [
    "begins thinking at once",
    replace(
      '"content_block":{"type":"thinking","thinking":""',
      '"content_block":{"type":"thinking","thinking":"Hm."',
    ),
    "M082",
  ],
  [
    "has more members in the blocks of streams",
    replace('"content_block":{"type":"text"', '"content_block":{"index":0,"type":"text"'),
    "M094",
  ],
  [
    "has more members in the messages of streams",
    inStart('"role":', '"object":"message","role":'),
    "M094",
  ],
  [
    "says why it stopped twice",
    reframe((frames) =>
      frames.flatMap((frame) => (isOf(frame, "message_delta") ? [frame, frame] : [frame])),
    ),
    "M088a",
  ],
];

function closeCut(frames: readonly string[]): readonly string[] {
  const stop = 'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}';
  return frames.flatMap((frame) => (frame.includes('"max_tokens"') ? [stop, frame] : [frame]));
}

function citeAtOnce(frames: readonly string[]): readonly string[] {
  const delta = { type: "citations_delta", citation: { type: "char_location" } };
  const data = { type: "content_block_delta", index: 0, delta };
  const cite = `event: content_block_delta\ndata: ${JSON.stringify(data)}`;
  return frames.flatMap((frame) => (isOf(frame, "content_block_start") ? [frame, cite] : [frame]));
}

/** A piece of thinking in the place of a signature. */
function toThinking(frame: string): string {
  return frame.replace(
    /"delta":\{.*\}\}/,
    '"delta":{"type":"thinking_delta","thinking":"","signature":"c2ln"}}',
  );
}

/** Goes on with thinking after its signature. */
function thinkOn(frames: readonly string[]): readonly string[] {
  return frames.flatMap((frame) =>
    frame.includes('"signature_delta"') ? [frame, toThinking(frame)] : [frame],
  );
}

/** Thinks before each signature. */
function thinkBefore(frames: readonly string[]): readonly string[] {
  return frames.flatMap((frame) =>
    frame.includes('"signature_delta"') ? [toThinking(frame), frame] : [frame],
  );
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

async function failing(tamper: Tamper, only: readonly string[]): Promise<readonly string[]> {
  const baseUrl = "http://service.example";
  const target = { baseUrl, apiKey, model: "echo", formats: ["messages"] as const };
  const { results } = await conformance({ ...target, fetch: spoil(tamper) }, { only });
  return results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
}

/** All ids of this format, and those whose requests are small. */
const all = checks.filter(({ format }) => format === "messages").map(({ id }) => id);
const small = all.filter((id) => id !== "M016");

describe("the conformance kit", () => {
  it.each(wrong)("sees a server that %s", async (_what, tamper, ids) => {
    const expected = wordsOf(ids);
    const only = expected.includes("M016") ? all : small;
    expect(await failing(tamper, only)).toEqual(expected);
  });

  it("sees nothing wrong with a server that reads all input from its cache", async () => {
    const cached = replace(
      /"input_tokens":([1-9]\d*),"cache_creation_input_tokens":0,"cache_read_input_tokens":0/g,
      '"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":$1',
    );
    expect(await failing(cached, ["M001", "M061b", "M072a", "M072b", "M079", "M088b"])).toEqual([]);
  });

  it.each([
    ["null for what its streams leave out", null, []],
    ["a value for what its streams leave out", 1, ["M094"]],
  ])("compares the members of a server that has %s", async (_what, note, ids) => {
    expect(await failing(inPlain({ note }), ["M001", "M080", "M094"])).toEqual(ids);
  });

  it("has no check that cannot fail", () => {
    const covered = new Set(wrong.flatMap(([, , ids]) => wordsOf(ids)));
    expect(all.filter((id) => !covered.has(id))).toEqual([]);
  });
});

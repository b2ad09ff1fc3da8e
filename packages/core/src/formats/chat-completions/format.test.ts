import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bodyOf,
  contextOf,
  faultOf,
  modelOf,
  openFormat,
  strictFormat,
} from "./__fixtures__/make.js";

const calls = [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }];
const parts = [
  { type: "text", text: "a", cache_control: { type: "ephemeral" } },
  { type: "image_url", image_url: { url: "data:image/png;base64,AA==", detail: "low" } },
  { type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
  { type: "file", file: { file_data: "AA==", filename: "a.pdf" } },
];
const tool = { type: "function", function: { name: "f", parameters: {}, strict: false } };

/** A request that uses nearly every member. */
const fullBody = {
  model: "echo",
  messages: [
    { role: "developer", content: "a", name: "b" },
    { role: "user", content: parts },
    { role: "assistant", content: null, refusal: null, reasoning_content: "t", tool_calls: calls },
    { role: "tool", tool_call_id: "c1", content: "4" },
    { role: "function", name: "f", content: "5" },
    { role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
    { role: "user", content: "json" },
  ],
  tools: [tool, { type: "custom", custom: { name: "sql" } }],
  tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [tool] } },
  response_format: { type: "json_object", json_schema: { name: "a", schema: {}, strict: true } },
  stop: ["a"],
  n: 1,
  logit_bias: { "5": 1 },
  store: true,
  metadata: { a: "b" },
  modalities: ["text"],
  stream: true,
  stream_options: { include_usage: true },
  reasoning_effort: "low",
  service_tier: "fast",
};

/** The paths of all leaves and branches below a value. */
function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [
    [key],
    ...pathsOf((value as Record<string | number, unknown>)[key]).map((path) => [key, ...path]),
  ]);
}

function replaceAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(root);
  let target = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) target = target[key] as typeof target;
  target[path.at(-1) ?? ""] = value;
  return copy;
}

function run(body: unknown, format: typeof openFormat): void {
  const { parseRequest, checkSupport } = format;
  const request = parseRequest(body, {});
  request.conversation();
  checkSupport(request, modelOf({ contextWindow: 100_000 }));
  checkSupport(request, modelOf({ tools: false, images: false, extensions: [] }));
  format.createStreamWriter({ ...contextOf(), request });
}

describe("chatCompletionsFormat", () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, [], {}, "", 0, [null], [5]),
  );

  it.each([
    ["open", openFormat],
    ["strict", strictFormat],
  ])("refuses bodies only with errors of its own in the %s profile", (_name, format) => {
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(fullBody)), odd, (path, value) => {
        const fault = faultOf(() => run(replaceAt(fullBody, path, value), format));
        expect(["bad_request", "invalid_json", undefined]).toContain(fault?.kind);
      }),
      { numRuns: repeats(3_000, 60_000) },
    );
  });

  it("takes nearly every member at once", () => {
    expect(faultOf(() => run(fullBody, openFormat))).toMatchObject({
      code: "unsupported_value",
    });
    expect(faultOf(() => strictFormat.parseRequest(fullBody, {}))).toBeUndefined();
  });

  it("C050 gives calls ids of at most 40 characters", () => {
    const { ids } = contextOf();
    expect(openFormat.createToolCallId(ids)).toMatch(/^call_.{24}$/);
  });

  it("takes every shared path that the other format does not", () => {
    const headers = new Headers();
    expect(openFormat.recognises("/v1/models", headers)).toBe(true);
  });

  it("reads a million messages no further than their number", () => {
    const read = new Set<string | symbol>();
    const messages = new Proxy(
      Array.from({ length: 1_000_000 }, () => 5),
      {
        get(target, name, receiver) {
          read.add(name);
          return Reflect.get(target, name, receiver);
        },
      },
    );
    const fault = faultOf(() => run(bodyOf({ messages }), openFormat));
    expect(fault?.code).toBe("array_above_max_length");
    expect(read).toEqual(new Set(["length"]));
  });
});

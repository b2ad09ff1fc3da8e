import { describe, expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { defaultUpstreamCapabilities } from "../wire/capabilities.js";
import { editRelayedRequest } from "./edit-request.js";

/** The text that goes out for a caller's text, and whether usage was added. */
function edit(
  text: string,
  {
    maxTokens,
    ...change
  }: Partial<ChatCompletionsUpstreamCapabilities> & { maxTokens?: number } = {},
  receipt = createReceipt(),
) {
  const capabilities = { ...defaultUpstreamCapabilities, ...change };
  const bytes = new TextEncoder().encode(text);
  const edited = editRelayedRequest(bytes, JSON.parse(text), {
    model: "real",
    capabilities,
    maxTokens,
    receipt,
  });
  return { text: new TextDecoder().decode(edited.bytes), addedUsage: edited.addedUsage };
}

describe("editRelayed", () => {
  it("T177 changes the model's name and no other byte", () => {
    const text = '{ "z": 1.0,\n"model" : "asked", "big":12345678901234567890, "u":"\\u00e9/" }';
    expect(edit(text)).toEqual({ text: text.replace('"asked"', '"real"'), addedUsage: false });
  });

  it("returns the same bytes if nothing changes", () => {
    const bytes = new TextEncoder().encode('{"model":"real"}');
    const capabilities = defaultUpstreamCapabilities;
    const edits = { model: "real", capabilities, maxTokens: undefined, receipt: createReceipt() };
    expect(editRelayedRequest(bytes, { model: "real" }, edits).bytes).toBe(bytes);
  });

  it("adds nothing to an empty body", () => {
    expect(edit("{}", { maxTokens: 70 })).toEqual({ text: "{}", addedUsage: false });
  });

  it.each([
    ["{}", '{"include_usage":true}'],
    ["null", '{"include_usage":true}'],
    ['{"include_usage": false}', '{"include_usage": true}'],
    ['{"include_usage":false,"x":1},"metadata":{}', '{"include_usage":true,"x":1},"metadata":{}'],
    ['{"include_obfuscation":false }', '{"include_obfuscation":false,"include_usage":true }'],
  ])("asks a stream for its usage when the options are %s", (before, after) => {
    const text = (options: string) => `{"model":"real","stream":true,"stream_options":${options}}`;
    expect(edit(text(before))).toEqual({ text: text(after), addedUsage: true });
  });

  it("asks a stream for its usage when it has no options", () => {
    expect(edit('{"model":"real","stream":true }')).toEqual({
      text: '{"model":"real","stream":true,"stream_options":{"include_usage":true} }',
      addedUsage: true,
    });
  });

  it.each([
    [
      "whose caller asked for it",
      '{"model":"real","stream":true,"stream_options":{"include_usage":true}}',
      {},
    ],
    ["that is none", '{"model":"real","stream":false}', {}],
    [
      "of a server that always reports it",
      '{"model":"real","stream":true}',
      { streamUsage: "always" },
    ],
    ["of a server that never tells it", '{"model":"real","stream":true}', { streamUsage: "never" }],
  ] as const)("leaves a stream alone %s", (_name, text, change) => {
    expect(edit(text, change)).toEqual({ text, addedUsage: false });
  });

  it.each([
    ['{"model":"real" }', '{"model":"real","max_tokens":70 }', {}],
    [
      '{"model":"real"}',
      '{"model":"real","max_completion_tokens":70}',
      { maxTokensField: "max_completion_tokens" },
    ],
    [
      '{"max_tokens": null,"model":"real","max_completion_tokens":null}',
      '{"max_tokens": 70,"model":"real"}',
      {},
    ],
    [
      '{"max_tokens":null,"model":"real","stream":true}',
      '{"max_tokens":70,"model":"real","stream":true,"stream_options":{"include_usage":true}}',
      {},
    ],
    [
      '{"model":"real","stream":true}',
      '{"model":"real","stream":true,"stream_options":{"include_usage":true},"max_tokens":70}',
      {},
    ],
    [
      '{"stream":true,"stream_options":null,"model":"asked"}',
      '{"stream":true,"stream_options":{"include_usage":true},"model":"real","max_tokens":70}',
      {},
    ],
  ] as const)("limits the output of %s", (before, after, change) => {
    expect(edit(before, { ...change, maxTokens: 70 }).text).toBe(after);
  });

  it.each([
    ['{"model":"real","max_tokens":5 }', '{"model":"real","max_tokens":5 }'],
    ['{"model":"real","max_completion_tokens":5}', '{"model":"real","max_tokens":5}'],
    [
      '{"max_tokens":900,"max_completion_tokens":5,"model":"real"}',
      '{"max_tokens":5,"model":"real"}',
    ],
    ['{"n_predict":-1,"max_tokens":5,"model":"real"}', '{"max_tokens":5,"model":"real"}'],
    ['{"model":"real","n_predict":3}', '{"model":"real","max_tokens":3}'],
  ])("sends one limit, under the name that the upstream reads: %s", (before, after) => {
    expect(edit(before, { maxTokens: 5 }).text).toBe(after);
  });

  it.each([
    '{"model":"real","max_tokens":5,"max_completion_tokens":900}',
    '{"model":"real","n_predict":900,"best_of":9}',
  ])("leaves limits alone where no money is counted: %s", (text) => {
    expect(edit(text).text).toBe(text);
  });

  it.each([
    '{"model":"real","api_key":"sk-other"}',
    '{"model":"real","user_config":{}}',
    '{"model":"real","context_window_fallbacks":[]}',
  ])("refuses members that choose the route, unless the operator lets them through: %s", (text) => {
    const name = Object.keys(JSON.parse(text))[1] ?? "";
    const receipt = createReceipt();
    edit(text, {}, receipt);
    expect(() => receipt.assertAccepted()).toThrow("choose its route");
    const allowed = createReceipt();
    edit(text, { extensions: [name] }, allowed);
    expect(() => allowed.assertAccepted()).not.toThrow();
  });

  it.each([
    [true, '{"model":"real","n":2,"best_of":2}'],
    [false, '{"model":"real","n":2,"best_of":3}'],
    [true, '{"model":"real","best_of":1}'],
    [false, '{"model":"real","best_of":2}'],
    [false, '{"model":"real","n":"3","best_of":2}'],
  ])("lets no more replies be generated than are reserved: %s for %s", (accepted, text) => {
    const receipt = createReceipt();
    edit(text, { maxTokens: 5 }, receipt);
    let isAccepted = true;
    try {
      receipt.assertAccepted();
    } catch {
      isAccepted = false;
    }
    expect(isAccepted).toBe(accepted);
  });
});

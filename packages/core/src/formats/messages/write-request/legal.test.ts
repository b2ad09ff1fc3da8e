import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callOf, resultOf, toolOf, write } from "../../../../test/write-messages-request.js";
import { refuseStrict } from "../__fixtures__/make.js";

const words = fc.constantFrom("", " ", "a", "b \n", "…");
const cacheControl = fc.constantFrom({ type: "ephemeral" }, { type: "ephemeral", ttl: "1h" });
const part = fc.oneof(
  fc.record(
    { type: fc.constant("text"), text: words, cache_control: cacheControl },
    {
      requiredKeys: ["type", "text"],
    },
  ),
  fc.constantFrom(
    { type: "image_url", image_url: { url: "https://x/y.png" } },
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0K" } },
    { type: "file", file: { file_data: "data:text/plain;base64,YQ==", filename: "a.txt" } },
    { type: "video", video: 1 },
  ),
);
const content = fc.oneof(words, fc.array(part, { maxLength: 3 }));
const id = fc.constantFrom("c1", "c2", "f:0", "");
const call = fc
  .tuple(id, fc.constantFrom("{}", "", "{", '{"a":1}'))
  .map(([name, written]) => callOf(name, written));
const reasoning = fc.constantFrom(
  {},
  { reasoning_content: "t" },
  { reasoning_details: [{ type: "reasoning.text", text: "t", signature: "s", position: 1 }] },
);
const message = fc.oneof(
  fc.record({ role: fc.constantFrom("system", "developer"), content: words }),
  fc.record({ role: fc.constant("user"), content }),
  fc
    .tuple(words, fc.array(call, { maxLength: 2 }), reasoning)
    .map(([said, tool_calls, carrier]) => ({
      role: "assistant",
      content: said,
      tool_calls,
      ...carrier,
    })),
  fc.tuple(id, words).map(([called, said]) => resultOf(called, said)),
);
const parameters = fc.record(
  {
    tools: fc.constant([toolOf("f"), toolOf("g:h", { strict: true })]),
    tool_choice: fc.constantFrom("auto", "none", "required", {
      type: "function",
      function: { name: "f" },
    }),
    parallel_tool_calls: fc.boolean(),
    stop: fc.constantFrom("x", ["x", "x"], [" "]),
    temperature: fc.constantFrom(0, 1, 1.7),
    top_p: fc.constantFrom(0, 0.97, 1),
    top_k: fc.constantFrom(1, 40),
    max_tokens: fc.constantFrom(1, 1500, 9000),
    reasoning_effort: fc.constantFrom("none", "minimal", "medium", "max"),
    thinking: fc.constantFrom(
      { type: "enabled", budget_tokens: 5000, display: "omitted" },
      { type: "adaptive" },
      { type: "disabled", display: "summarized" },
    ),
    response_format: fc.constantFrom(
      { type: "json_object" },
      {
        type: "json_schema",
        json_schema: {
          name: "x",
          schema: { type: "object", properties: { a: { type: "integer", minimum: 1 } } },
        },
      },
    ),
    user: fc.constantFrom("u", "ann@example.com"),
    service_tier: fc.constantFrom("auto", "default", "priority", "flex"),
    cache_control: cacheControl,
  },
  { requiredKeys: [] },
);

describe("writing a request", () => {
  it("T150 either refuses a request or writes one that the vendor accepts", () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        parameters,
        fc.record({
          midSystem: fc.boolean(),
          prefill: fc.constantFrom("no" as const, "native" as const),
          toolsRequiredWithHistory: fc.boolean(),
        }),
        fc.boolean(),
        fc.constantFrom("policy" as const, "warn" as const),
        (messages, change, capabilities, repair, policy) => {
          const options = { capabilities, options: { repair }, unsupported: { default: policy } };
          const { body, problems } = write({ messages, ...change }, options);
          if (problems.length > 0) return;
          accepted += 1;
          expect(refuseStrict(body)).toBeUndefined();
        },
      ),
      { numRuns: repeats(2_000, 40_000) },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

import { refusal, stop, text, thinking, toolCall, usage } from "@diglot/core";
import { repeats, seed } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worldOf } from "./world.js";

/** The members that the specification requires of every response. */
const required = [
  "id",
  "object",
  "created_at",
  "status",
  "background",
  "completed_at",
  "error",
  "frequency_penalty",
  "incomplete_details",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "model",
  "output",
  "parallel_tool_calls",
  "presence_penalty",
  "previous_response_id",
  "prompt_cache_key",
  "reasoning",
  "safety_identifier",
  "service_tier",
  "store",
  "temperature",
  "top_p",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "truncation",
  "usage",
  "metadata",
];

describe("a response", () => {
  it("R001 R007 R008 R011 R061 R068 R071 answers the smallest request with every member", async () => {
    const { status, body, response } = await worldOf(["Hello."]).answer();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(required));
    expect(body).toMatchObject({
      object: "response",
      status: "completed",
      model: "scripted",
      store: false,
      service_tier: "default",
      completed_at: expect.any(Number),
      error: null,
      incomplete_details: null,
    });
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  });

  it("R063 R064 has a message with its id, annotations and log probabilities", async () => {
    const { body } = await worldOf(["Hello."]).answer();
    expect(body.id).toMatch(/^resp_\w{48}$/);
    expect(body.output).toEqual([
      {
        id: expect.stringMatching(/^msg_\w{48}$/),
        type: "message",
        status: "completed",
        content: [{ type: "output_text", annotations: [], logprobs: [], text: "Hello." }],
        role: "assistant",
      },
    ]);
  });

  it("R002 is the same for a text and for one message of a user", async () => {
    const seen: unknown[] = [];
    const { answer } = worldOf(async function* ({ conversation }) {
      seen.push(
        conversation.turns.map(({ role, blocks }) => [role, blocks.map((block) => block.type)]),
      );
      yield "Hello.";
    });
    await answer({ input: "hi" });
    await answer({ input: [{ role: "user", content: [{ type: "input_text", text: "hi" }] }] });
    expect(seen[0]).toEqual(seen[1]);
  });

  it("R003 R009 is the same with a query, and with every optional member null", async () => {
    const { ask } = worldOf(["Hello."]);
    const nulls = Object.fromEntries(
      [
        "instructions",
        "tools",
        "tool_choice",
        "text",
        "reasoning",
        "temperature",
        "top_p",
        "stream",
        "max_output_tokens",
        "metadata",
        "include",
        "store",
        "truncation",
        "user",
      ].map((name) => [name, null]),
    );
    const response = await ask({ model: "scripted", input: "hi", ...nulls }, {}, "?api-version=1");
    expect(await response.json()).toMatchObject({ status: "completed", tools: [], metadata: {} });
  });

  it("R062 shows the request's members as they are in force", async () => {
    const { answer } = worldOf(["Hello."]);
    const { body } = await answer({
      tools: [{ type: "function", name: "look" }],
      metadata: { a: "b" },
      temperature: 0.5,
      instructions: "Be brief.",
      reasoning: { effort: "low" },
      text: { verbosity: "low" },
      service_tier: "fast",
    });
    expect(body).toMatchObject({
      tools: [
        { type: "function", name: "look", description: null, parameters: null, strict: null },
      ],
      metadata: { a: "b" },
      temperature: 0.5,
      instructions: "Be brief.",
      reasoning: { effort: "low", summary: null },
      text: { format: { type: "text" }, verbosity: "low" },
      service_tier: "priority",
    });
  });

  it("R067 adds up the tokens, with those of the cache and of reasoning in the details", async () => {
    const counts = { input: 5, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4 };
    const { body } = await worldOf(["Hello.", usage(counts)]).answer();
    expect(body.usage).toEqual({
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 17,
    });
  });

  it("R065 R068 is incomplete if it was cut, and so is its last item", async () => {
    const { body } = await worldOf(["One.", stop("max_tokens")]).answer();
    expect(body).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      completed_at: null,
      output: [{ type: "message", status: "incomplete" }],
    });
  });

  it.each([
    [
      "R066 a refusal is a part of a completed response",
      [refusal("No.")],
      "completed",
      [{ type: "refusal", refusal: "No." }],
    ],
    [
      "a filtered answer is incomplete",
      ["Half", stop("content_filter")],
      "incomplete",
      [{ type: "output_text" }],
    ],
    [
      "an answer without words is an empty message",
      [],
      "completed",
      [{ type: "output_text", text: "" }],
    ],
  ])("%s", async (_name, script, status, content) => {
    const { body } = await worldOf(script).answer();
    expect(body).toMatchObject({ status, output: [{ type: "message", content }] });
  });

  it.each([
    ["summary", { summary: [{ type: "summary_text", text: "Hm." }] }, "content"],
    ["content", { summary: [], content: [{ type: "reasoning_text", text: "Hm." }] }, undefined],
    ["omit", { summary: [] }, "content"],
  ] as const)(
    "R069 shows reasoning as %s, and seals its proof",
    async (reasoning, shown, absent) => {
      const script = [thinking("Hm.", { signature: "proof" }), "Hello."];
      const { body } = await worldOf(script, { responses: { reasoning } }).answer();
      const [item] = body.output;
      expect(item).toMatchObject({
        type: "reasoning",
        id: expect.stringMatching(/^rs_/),
        ...shown,
      });
      expect(item.encrypted_content).toMatch(/^dgl1_/);
      if (absent) expect(item).not.toHaveProperty(absent);
    },
  );

  it("has no item for reasoning that is not shown and that nobody wants back", async () => {
    const { body } = await worldOf([thinking("Hm."), "Hello."], {
      responses: { reasoning: "omit" },
    }).answer();
    expect(body.output.map(({ type }: { type: string }) => type)).toEqual(["message"]);
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme" }).map((said) => text(said)),
    fc.string().map((said) => thinking(said)),
    fc.string().map((said) => refusal(said)),
    fc.constant(thinking("Hm.", { signature: "proof" })),
    fc
      .constantFrom("look", "free", "space__peek", "unknown")
      .map((name) => toolCall({ name, arguments: { input: 'a\n"é' } })),
    fc.constant(toolCall({ name: "look", arguments: {} })),
  ),
  { maxLength: 12 },
);

const tools = [
  { type: "function", name: "look", parameters: { type: "object" } },
  { type: "custom", name: "free" },
  { type: "namespace", name: "space", tools: [{ type: "function", name: "peek" }] },
];

describe("a stream", () => {
  it("R072 R073 R074 R075 R076 R077 R078 R079 R080 R081 R082 R083 R084 says the same as the JSON answer, in the order of the wire", async () => {
    const settings = fc.record({
      reasoning: fc.constantFrom("summary", "content", "omit" as const),
      dialect: fc.constantFrom("vendor", "open-responses" as const),
    });
    await fc.assert(
      fc.asyncProperty(pieces, settings, fc.boolean(), async (said, own, isCut) => {
        const script = isCut ? [...said, stop("max_tokens")] : said;
        const { answer, stream } = worldOf(script, { responses: own });
        const { body } = await answer({ tools });
        const { events } = await stream({ tools });
        const { response } = events.at(-1);
        expect(withoutIds(response)).toEqual(withoutIds(body));
      }),
      { seed, numRuns: repeats(100, 2_000) },
    );
  });
});

/** Ids and times are new in each answer. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member) =>
      ["id", "call_id", "created_at", "completed_at"].includes(name) ? "new" : member,
    ),
  );
}

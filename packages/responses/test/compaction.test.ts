import {
  chatCompletionsUpstream,
  defineModel,
  messagesUpstream,
  thinking,
  toolCall,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import { responsesUpstream } from "../src/index.js";
import { worldOf } from "./world.js";

const trigger = { type: "compaction_trigger" };
const question = { role: "user", content: "My name is Ada." };
const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };

/** A model that sums up when it is asked to, and says else what it was told; and what it was asked. */
function summarising() {
  const asked: { readonly turns: readonly unknown[]; readonly tools: readonly unknown[] }[] = [];
  const model = defineModel("scripted", async function* ({ conversation }) {
    asked.push(conversation);
    const last = JSON.stringify(conversation.turns.at(-1));
    if (last.includes("summary of this conversation")) {
      yield thinking("What matters?");
      yield "The user is ";
      yield "Ada.";
    } else yield JSON.stringify(conversation.turns);
  });
  return { model, asked };
}

/** What the endpoint that compacts answers. */
async function compact({ service }: ReturnType<typeof worldOf>, body: object) {
  const response = await service.request("/v1/responses/compact", {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "scripted", ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answer is looked at, not used.
  return { status: response.status, response, body: (await response.json()) as any };
}

describe("a compaction", () => {
  it("R112 is the only item of the reply to its trigger, and works as input", async () => {
    const { model, asked } = summarising();
    const { answer } = worldOf(model);
    const tools = [{ type: "function", name: "weather", parameters: { type: "object" } }];
    const { body } = await answer({ input: [question, trigger], tools });
    expect(body.status).toBe("completed");
    expect(body.output).toEqual([
      {
        id: expect.stringMatching(/^cmp_/),
        type: "compaction",
        encrypted_content: expect.stringMatching(/^dgl1_/),
      },
    ]);
    expect(asked[0]?.tools).toEqual([]);
    const next = await answer({ input: [...body.output, { role: "user", content: "My name?" }] });
    expect(next.body.output[0].content[0].text).toContain("The user is Ada.");
    expect(next.body.output[0].content[0].text).toContain("My name?");
  });

  it("R112 is one item of a stream, which is shown once it is complete", async () => {
    const { stream } = worldOf(summarising().model);
    const { events } = await stream({ input: [question, trigger] });
    expect(events.map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(events.at(-1).response.output).toEqual([events[3].item]);
    expect(events[3].item.type).toBe("compaction");
  });

  it("R103 is all that the endpoint answers, with what it cost", async () => {
    const world = worldOf(summarising().model);
    const { status, body } = await compact(world, { input: [question] });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^resp_/),
      object: "response.compaction",
      created_at: expect.any(Number),
      output: [expect.objectContaining({ type: "compaction" })],
      usage: expect.objectContaining({ total_tokens: expect.any(Number) }),
    });
    const next = await world.answer({ input: [...body.output, question] });
    expect(next.body.output[0].content[0].text).toContain("The user is Ada.");
    expect(world.ledger.all()).toMatchObject([
      { format: "responses-compact" },
      { format: "responses" },
    ]);
  });

  it("R104 needs a model, and something to compact", async () => {
    const world = worldOf(summarising().model);
    const missing = { status: 400, body: { error: { code: "missing_required_parameter" } } };
    expect(await compact(world, { model: undefined, input: "hi" })).toMatchObject({
      ...missing,
      body: { error: { param: "model" } },
    });
    expect(await compact(world, {})).toMatchObject({
      ...missing,
      body: { error: { param: "input" } },
    });
    expect(await compact(world, { input: [] })).toMatchObject(missing);
    expect((await compact(world, { input: "hi" })).status).toBe(200);
  });

  it.each([
    ["chat-completions", chatCompletionsUpstream],
    ["messages", messagesUpstream],
    ["responses", responsesUpstream],
  ] as const)("is made by an upstream of %s, too", async (_, upstream) => {
    const inner = worldOf(summarising().model);
    const world = worldOf(
      upstream({
        ...{ id: "scripted", model: "scripted", apiKey: key, baseUrl: "http://upstream.test/v1" },
        fetch: (url: string | URL | Request, init?: RequestInit) =>
          inner.service.fetch(new Request(url, init)),
      }),
    );
    const { body } = await compact(world, { input: [question] });
    expect(body.output).toMatchObject([{ type: "compaction" }]);
    const next = await world.answer({ input: [...body.output, question] });
    expect(next.body.output[0].content[0].text).toContain("The user is Ada.");
  });

  it("fails if the model sums up nothing, since all turns would be lost", async () => {
    const { ask, answer } = worldOf([toolCall({ id: "call_1", name: "x", arguments: {} })]);
    expect((await answer({ input: [question, trigger] })).status).toBe(502);
    const response = await ask({ model: "scripted", input: [question, trigger], stream: true });
    const text = await response.text();
    expect(text).toContain("response.failed");
    expect(text).not.toContain("compaction");
  });

  it("is refused where its trigger is not the last item, and where somebody else has made it", async () => {
    const { answer } = worldOf(modelOf(["Hello."], { capabilities: { unknownContent: [] } }));
    expect(await answer({ input: [trigger, question] })).toMatchObject({
      status: 400,
      body: { error: { param: "input[0]" } },
    });
    const foreign = { type: "compaction", encrypted_content: "gAAAA" };
    expect((await answer({ input: [foreign, question] })).status).toBe(400);
  });

  it("R098 is refused once it was changed", async () => {
    const { answer } = worldOf(summarising().model);
    const [item] = (await answer({ input: [question, trigger] })).body.output;
    const changed = { ...item, encrypted_content: `${item.encrypted_content}x` };
    expect(await answer({ input: [changed, question] })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_encrypted_content" } },
    });
  });
});

describe("what was sealed here before it is relayed", () => {
  it("R097 becomes a message, if it is a compaction, and is left out, if it is reasoning", async () => {
    const sent: string[] = [];
    const inner = worldOf(["Hello."]);
    const { ask } = worldOf(
      responsesUpstream({
        ...{ id: "scripted", model: "scripted", apiKey: key, baseUrl: "http://upstream.test/v1" },
        async fetch(url, init) {
          const request = new Request(url, init);
          sent.push(await request.clone().text());
          return inner.service.fetch(request);
        },
      }),
    );
    const local = worldOf(summarising().model);
    const [compaction] = (await local.answer({ input: [question, trigger] })).body.output;
    const thinker = worldOf([thinking("Hm.", { signature: "proof" }), "Hi."]);
    const [reasoning, message] = (await thinker.answer()).body.output;
    const input = JSON.stringify([compaction, reasoning, message, question]);
    const response = await ask({}, { body: `{"model":"scripted", "input":${input}, "x":1.0}` });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-diglot-receipt")).toContain("/input/1");
    const [text = ""] = sent;
    expect(text).not.toContain("dgl1_");
    expect(text.endsWith(', "x":1.0}')).toBe(true);
    expect(JSON.parse(text).input).toMatchObject([
      { role: "user", content: expect.stringContaining("The user is Ada.") },
      { type: "message", role: "assistant" },
      question,
    ]);
  });
});

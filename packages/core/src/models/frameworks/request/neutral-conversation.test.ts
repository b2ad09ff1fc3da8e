import { describe, expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { createService } from "../../../create-service.js";
import type { InProcessRequest } from "../../in-process/define-model.js";
import { defineModel } from "../../in-process/define-model.js";
import { neutralConversation } from "./neutral-conversation.js";

/** What a model makes of a body: the conversation, what it lost, and what was refused. */
async function pass(path: string, body: object, taken: readonly string[] = []) {
  const requests: InProcessRequest[] = [];
  const model = defineModel("any", async function* (request) {
    requests.push(request);
    yield "ok";
  });
  const service = createService({ models: [model], allowAnonymous: true });
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
  const init = { method: "POST", headers, body: JSON.stringify({ model: "any", ...body }) };
  const answer = await service.request(path, init);
  expect(await answer.text()).toContain("ok");
  const [request] = requests;
  if (!request) throw new Error("The model was not asked.");
  const receipt = createReceipt({ default: "policy", fields: {} });
  const conversation = neutralConversation({ ...request, receipt }, taken);
  const refused = () => {
    receipt.assertAccepted();
  };
  return { conversation, refused, lost: receipt.entries.map(({ code, at }) => [code, at]) };
}

const chat = "/v1/chat/completions";
const user = { role: "user", content: "hi" };

describe("neutralConversation", () => {
  it("keeps a neutral conversation as it is, and loses nothing", async () => {
    const body = { messages: [user], temperature: 0.5, tools: [functionTool] };
    const { conversation, lost, refused } = await pass(chat, body);
    expect(conversation).toMatchObject({
      temperature: 0.5,
      turns: [{ role: "user", blocks: [{ type: "text", text: "hi" }] }],
      tools: [{ name: "look_up" }],
      extensions: {},
    });
    expect(lost).toEqual([]);
    expect(refused).not.toThrow();
  });

  it("notes members that only the caller's format knows, except those that the model takes", async () => {
    const body = {
      messages: [user],
      presence_penalty: 0.5,
      verbosity: "low",
      frequency_penalty: 1,
    };
    const { conversation, lost } = await pass(chat, body, ["presence_penalty"]);
    expect(conversation.extensions).toEqual({ presence_penalty: 0.5 });
    expect(lost).toEqual([
      ["dropped", "/verbosity"],
      ["dropped", "/frequency_penalty"],
    ]);
  });

  it("refuses native tools, and leaves them out", async () => {
    const tools = [{ type: "bash_20250124", name: "bash" }];
    const { conversation, refused } = await pass("/v1/messages", {
      max_tokens: 9,
      messages: [user],
      tools,
    });
    expect(conversation.tools).toEqual([]);
    expect(refused).toThrow(/bash|tool/);
  });

  it("shows native blocks as text where the format allows it", async () => {
    const block = {
      type: "search_result",
      source: "https://example.test",
      title: "Mugs",
      content: [{ type: "text", text: "Three are left." }],
    };
    const { conversation } = await pass("/v1/messages", {
      max_tokens: 9,
      messages: [{ role: "user", content: [block] }],
    });
    expect(JSON.stringify(conversation.turns)).toContain("Three are left.");
    expect(conversation.turns[0]?.blocks.map(({ type }) => type)).toEqual(["text"]);
  });
});

const functionTool = {
  type: "function",
  function: { name: "look_up", parameters: { type: "object", properties: {} } },
};

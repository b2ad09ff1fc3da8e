import { describe, expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { createService } from "../../../create-service.js";
import { defineModel, type InProcessRequest } from "../../in-process/define-model.js";
import { agentConversation } from "./agent-conversation.js";

/** What an agent makes of a body of Chat Completions. */
async function pass(body: object, policy: "policy" | "warn" = "policy") {
  const requests: InProcessRequest[] = [];
  const model = defineModel("any", async function* (request) {
    requests.push(request);
    yield "ok";
  });
  const service = createService({ models: [model], allowAnonymous: true });
  const messages = [{ role: "user", content: "hi" }];
  await service.request("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "any", messages, ...body }),
  });
  const [request] = requests;
  if (!request) throw new Error("The model was not asked.");
  const receipt = createReceipt({ default: policy, fields: {} });
  agentConversation({ ...request, receipt });
  return { receipt, places: receipt.entries.map(({ at }) => at) };
}

const tools = [{ type: "function", function: { name: "zoom", parameters: { type: "object" } } }];

describe("agentConversation", () => {
  it("loses nothing of a plain conversation", async () => {
    const { receipt, places } = await pass({});
    expect(places).toEqual([]);
    expect(() => receipt.assertAccepted()).not.toThrow();
  });

  it("notes what the agent has settings of its own for", async () => {
    const { receipt, places } = await pass({
      ...{ temperature: 0.5, top_p: 0.5, seed: 1, frequency_penalty: 0.5, user: "u" },
      reasoning_effort: "low",
    });
    expect(places).toEqual([
      ...["/temperature", "/top_p", "/seed", "/frequency_penalty", "/reasoning_effort", "/user"],
    ]);
    expect(() => receipt.assertAccepted()).not.toThrow();
  });

  it("notes names of speakers; a service tier that changes nothing is not lost", async () => {
    const messages = [{ role: "user", name: "ann", content: "hi" }];
    const { places } = await pass({ messages, service_tier: "auto" });
    expect(places).toEqual(["/messages/0/name"]);
    expect((await pass({ service_tier: "priority" })).places).toEqual(["/service_tier"]);
  });

  it.each([
    ["/tools", { tools }],
    ["/response_format", { response_format: { type: "json_object" } }],
  ])("refuses %s, unless the service lets it go", async (place, body) => {
    const { receipt } = await pass(body);
    expect(() => receipt.assertAccepted()).toThrow(/takes no tools|structured output/);
    const warned = await pass(body, "warn");
    expect(warned.places).toEqual([place]);
    expect(() => warned.receipt.assertAccepted()).not.toThrow();
  });
});

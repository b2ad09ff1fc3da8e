import type { Model } from "@diglot/core";
import { describeService, openapi } from "@diglot/core/openapi";
import { modelOf } from "@diglot/test-support/models";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as full from "zod";
import * as z from "zod/mini";
import * as entry from "../src/schemas.js";
import { worldOf } from "./world.js";

const { responsesDescription, ...schemas } = entry;
const { responsesRequest, responsesResponse, responsesStreamEvent } = schemas;

const call = { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" };
const output = { type: "function_call_output", call_id: "call_1", output: "5" };

describe("the published schemas of Responses", () => {
  it.each(Object.entries(schemas))("%s has a title, and a JSON Schema", (name, schema) => {
    const { title, description } = full.toJSONSchema(schema, { io: "input" });
    expect(title?.toLowerCase()).toBe(name.toLowerCase());
    expect(description).toMatch(/\.$/);
  });

  it("are part of what a program describes with its own zod", () => {
    const saved = full.object({ at: full.number(), request: responsesRequest });
    const request = { model: "m", input: "Hi" };
    expect(saved.parse({ at: 1, request })).toEqual({ at: 1, request });
    expect(saved.safeParse({ at: 1, request: {} }).success).toBe(false);
  });

  it.each<[string, object]>([
    ["a message without a type", { input: [{ role: "user", content: "Hi" }] }],
    ["what the model has said as a text", { input: [{ role: "assistant", content: "Hi" }] }],
    ["a call and its result", { input: [call, output] }],
    ["a result of parts", { input: [{ ...output, output: [{ type: "input_text", text: "5" }] }] }],
    ["a call that the vendor has run", { input: [{ type: "web_search_call", id: "ws_1" }] }],
    ["a tool that the vendor runs", { tools: [{ type: "web_search" }] }],
    ["tools in a namespace", { tools: [{ type: "namespace", name: "n", tools: [] }] }],
    ["members that are null", { instructions: null, tools: null, reasoning: null }],
  ])("take %s", (_, change) => {
    expect(z.validate(responsesRequest, { model: "m", input: "Hi", ...change })).toBe(true);
  });

  it.each<[string, object]>([
    ["no model", { model: undefined }],
    ["a number as input", { input: 1 }],
    ["an item of an unknown type", { input: [{ type: "thought" }] }],
    ["a call without its arguments", { input: [{ ...call, arguments: undefined }] }],
    [
      "text of the caller as that of the model",
      { input: [{ role: "assistant", content: [{ type: "input_text", text: "Hi" }] }] },
    ],
    ["a function without a name", { tools: [{ type: "function" }] }],
    ["a choice that is no word of the wire", { tool_choice: "any" }],
    ["too few tokens", { max_output_tokens: 15 }],
  ])("refuse %s", (_, change) => {
    expect(z.validate(responsesRequest, { model: "m", input: "Hi", ...change })).toBe(false);
  });

  it("refuse an answer without a member that is always there, and an event of no known type", async () => {
    const { body } = await worldOf(["Hi"]).answer();
    const { output: _, ...rest } = body;
    expect(z.validate(responsesResponse, rest)).toBe(false);
    const event = { type: "response.thought", sequence_number: 0 };
    expect(z.validate(responsesStreamEvent, event)).toBe(false);
  });
});

describe("the answers that tests read", () => {
  it.each([
    ["application/json", '{"object":"response"}'],
    ["text/event-stream", 'data: {"type":"response.thought","sequence_number":0}\n\n'],
  ])("are held against them, as %s", async (contentType, relayed) => {
    const model: Model = {
      ...modelOf([]),
      respond: async () => ({
        kind: "relay",
        status: 200,
        headers: [["content-type", contentType]],
        body: new TextEncoder().encode(relayed),
        untilContent: async () => undefined,
      }),
    };
    const response = await worldOf(model).ask({ model: model.id, input: "Hi" });
    await expect(response.text()).rejects.toThrow();
  });
});

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe("the description of a service that speaks Responses", () => {
  const formats = ["messages", responsesDescription, "chat-completions"] as const;
  const documentOf = (served: Parameters<typeof describeService>[0]) =>
    describeService(served) as unknown as Document;

  it("is valid OpenAPI 3.1, with and without the other formats", async () => {
    for (const served of [formats, [responsesDescription]]) {
      const document = describeService({ formats: served, endpoints: openapi() });
      const result = await new Validator().validate(structuredClone(document));
      expect(result).toEqual({ valid: true });
    }
  });

  it("has its path, and the models as clients of Chat Completions get them", () => {
    const { paths, components } = documentOf({ formats: [responsesDescription] });
    expect(Object.keys(paths)).toEqual([
      "/v1/responses",
      "/v1/responses/input_tokens",
      "/v1/responses/compact",
      "/v1/responses/{id}",
      "/v1/responses/{id}/input_items",
      "/v1/models",
      "/v1/models/{id}",
    ]);
    expect(components.schemas).toHaveProperty("ChatCompletionsModelsList");
    expect(components.schemas).not.toHaveProperty("ChatCompletionsRequest");
  });

  it("has each schema once, and refers to all of them", () => {
    const document = documentOf({ formats });
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(referred)].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect(Object.keys(document.components.schemas)).toContain("ResponsesInputItem");
    expect(text).not.toMatch(/\$defs|\$id/);
  });

  it("names the member of a further format that is missing", () => {
    const { operations: _, ...rest } = responsesDescription;
    const describe = () => describeService({ formats: [rest as typeof responsesDescription] });
    expect(describe).toThrow(/"formats\[0\]\.operations"/);
  });
});

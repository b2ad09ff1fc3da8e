import { expect, it } from "vitest";
import { parseModels } from "./models.js";

it("reads models, with what servers add to them", () => {
  const data = [
    { id: "gpt", object: "model", created: 1_700_000_000, owned_by: "openai" },
    { id: "a/b", name: "A B", context_length: 200, top_provider: { max_completion_tokens: 50 } },
    { id: "v", max_model_len: 32_768, created: -1 },
    { id: "m", max_context_length: 10 },
    { id: "g", context_window: 20, max_completion_tokens: 5 },
    { id: "l", meta: { n_ctx: 4096 } },
  ];
  expect(parseModels({ object: "list", data })).toEqual([
    { id: "gpt", created: 1_700_000_000, ownedBy: "openai" },
    { id: "a/b", displayName: "A B", contextWindow: 200, maxOutputTokens: 50 },
    { id: "v", contextWindow: 32_768 },
    { id: "m", contextWindow: 10 },
    { id: "g", contextWindow: 20, maxOutputTokens: 5 },
    { id: "l", contextWindow: 4096 },
  ]);
});

it("reads a bare list, and leaves out what is not a model", () => {
  expect(parseModels([{ id: "a" }, { id: "" }, { name: "b" }, null, 1])).toEqual([{ id: "a" }]);
  expect(parseModels({ models: [] })).toEqual([]);
  expect(parseModels("none")).toEqual([]);
});

import { describe, expect, it } from "vitest";
import type { Answer } from "../http/ask.js";
import { readModelList } from "./models.js";

const answerOf = (json: unknown): Answer => ({
  ...{ outcome: "answered", status: 200, contentType: "application/json" },
  ...{ text: JSON.stringify(json), json },
});
const modelsOf = (...data: unknown[]) => readModelList(answerOf({ object: "list", data }))?.models;

describe("readModelList", () => {
  it("has each model once, and none without an id", () => {
    const models = modelsOf(
      { id: "a" },
      { id: "b" },
      { id: "a" },
      { id: "" },
      { id: 5 },
      null,
      "c",
    );
    expect(models).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it.each([
    ["vLLM", { max_model_len: 32_768 }],
    ["OpenRouter", { context_length: 32_768 }],
    ["llama.cpp", { meta: { n_ctx: 32_768 } }],
    ["Messages", { type: "model", max_input_tokens: 32_768 }],
  ])("has the context window that a list of %s names", (_name, members) => {
    expect(modelsOf({ id: "a", ...members })).toEqual([{ id: "a", contextWindow: 32_768 }]);
  });

  it.each([null, 0, -1, 1.5, "32768"])("leaves out a context window of %j", (window) => {
    expect(modelsOf({ id: "a", max_input_tokens: window, context_length: window })).toEqual([
      { id: "a" },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import type { Capabilities } from "../../../models/model.js";
import { createStrictProfile, type StrictModel, type StrictOptions } from "../../strict.js";
import { bodyOf, faultOf, modelOf, openSettings } from "../__fixtures__/make.js";
import { toParsedRequest } from "../read-request/body.js";
import { validateRequest } from "../validate/body.js";
import { checkSupport } from "../validate/model-support.js";

/** The fault of a request to the model `echo-1` in a service with such a profile. */
function faultIn(
  options: StrictOptions | undefined,
  change: object,
  capabilities: Partial<Capabilities> = {},
) {
  const request = toParsedRequest(validateRequest(bodyOf({ ...change }), openSettings));
  const strict = options && createStrictProfile(options).chatCompletions;
  const settings = { ...openSettings, strict };
  return faultOf(() => checkSupport(request, modelOf(capabilities), settings));
}

const faultOfModel = (model: StrictModel, change: object) =>
  faultIn({ models: { "echo-1": model } }, change);

const userWith = (part: object) => ({ messages: [{ role: "user", content: [part] }] });
const tools = [{ type: "function", function: { name: "f" } }];

describe("a strict profile with models, asked in Chat Completions", () => {
  it("refuses what the profile lists for a model, unknown members first", () => {
    const model = { refuses: { max_tokens: "unsupported", audio: "unknown" } } as const;
    expect(faultOfModel(model, { max_tokens: 5 })).toEqual({
      kind: "bad_request",
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      param: "max_tokens",
      code: "unsupported_parameter",
    });
    expect(faultOfModel(model, { max_tokens: 5, audio: {} })).toMatchObject({
      message: "Unknown parameter: 'audio'.",
      code: "unknown_parameter",
    });
    expect(faultOfModel(model, { max_tokens: null })).toBeUndefined();
    expect(faultOfModel(model, { max_completion_tokens: 5 })).toBeUndefined();
  });

  it("refuses what a model accepts only without reasoning, unless the effort is none", () => {
    const refuses = ["presence_penalty", "tools"] as const;
    const reasoning = { whileReasoning: { defaultEffort: "high", refuses } };
    const text =
      "Function tools with reasoning_effort are not supported for echo in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
    expect(faultOfModel(reasoning, { presence_penalty: 1 })?.code).toBe("unsupported_parameter");
    for (const reasoning_effort of [undefined, "low"]) {
      expect(faultOfModel(reasoning, { tools, reasoning_effort })).toMatchObject({
        message: text,
        param: "reasoning_effort",
        code: null,
      });
    }
    const silent = { presence_penalty: 1, tools, reasoning_effort: "none" };
    expect(faultOfModel(reasoning, silent)).toBeUndefined();
    expect(faultOfModel(reasoning, { presence_penalty: 0 })).toBeUndefined();
    const custom = [{ type: "custom", custom: { name: "f" } }];
    expect(faultOfModel(reasoning, { tools: custom })).toBeUndefined();
    const idle = { whileReasoning: { defaultEffort: "none", refuses } };
    expect(faultOfModel(idle, { tools })).toBeUndefined();
  });

  it("finds models by their ids, and checks the capabilities of all", () => {
    const other = { models: { other: { refuses: { max_tokens: "unsupported" } } } } as const;
    expect(faultIn(other, { max_tokens: 5 })).toBeUndefined();
    expect(faultIn(other, { tools }, { tools: false })?.param).toBe("tools");
    expect(faultIn(other, { tools }, { contextWindow: 1 })?.code).toBe("context_length_exceeded");
  });

  describe("of models that stand in for a vendor's", () => {
    const explanation = "This is a stand-in.";
    const standInFor = (...ignores: string[]) => ({ standIn: { ignores, explanation } });

    it.each([
      ["prediction", { prediction: { type: "content", content: "x" } }],
      ["moderation", { moderation: { model: "x" } }],
      ["web_search_options", { web_search_options: {} }],
      ["audio", { audio: { voice: "x", format: "wav" } }],
      ["file_id", userWith({ type: "file", file: { file_id: "file-1" } })],
    ])("accepts %s if it is listed as ignored", (name, change) => {
      expect(faultIn(standInFor(name), change)).toBeUndefined();
      expect(faultIn(standInFor(), change)?.code).toBe("unsupported_parameter");
    });

    it("checks everything except what they ignore", () => {
      const ignoring = standInFor("file_id", "audio");
      const file = userWith({ type: "file", file: { file_id: "file-1" } });
      expect(faultIn(ignoring, file, { documents: false })?.code).toBe("unsupported_value");
      const image = userWith({ type: "image_url", image_url: { url: "https://example.com" } });
      expect(faultIn(ignoring, image, { images: false })?.code).toBe("unsupported_value");
      const unnamed = userWith({ type: "unknown", file: "not an object" });
      expect(faultIn(ignoring, unnamed, { unknownContent: true })).toBeUndefined();
    });

    it.each([
      ["log probabilities", { logprobs: true }],
      ["alternatives", { top_logprobs: 2 }],
      ["audio output", { modalities: ["text", "audio"] }],
    ])("says that the stand-in lacks %s", (_title, change) => {
      const plain = faultIn(undefined, change);
      expect(plain?.message).not.toContain(explanation);
      expect(faultIn(standInFor(), change)).toEqual({
        ...plain,
        message: `${plain?.message} ${explanation}`,
      });
    });

    it("adds nothing to other refusals", () => {
      const plain = faultIn(undefined, { stop: "x" }, { stopSequences: false });
      expect(plain?.param).toBe("stop");
      expect(faultIn(standInFor(), { stop: "x" }, { stopSequences: false })).toEqual(plain);
    });

    it("does not mention the stand-in if the vendor's model refuses too", () => {
      const whileReasoning = { defaultEffort: "high", refuses: ["logprobs"] as const };
      const profile = { ...standInFor(), models: { "echo-1": { whileReasoning } } };
      expect(faultIn(profile, { logprobs: true })?.message).not.toContain(explanation);
      const calm = { logprobs: true, reasoning_effort: "none" };
      expect(faultIn(profile, calm)?.message).toContain(explanation);
    });
  });
});

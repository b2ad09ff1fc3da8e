import { conversationOf } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import { defaultCapabilities } from "../in-process/capabilities.js";
import { defineModel, type ModelOptions } from "../in-process/define-model.js";
import type { CountRequest, Model } from "../model.js";
import { balanced } from "./balanced.js";
import { withFallback } from "./with-fallback.js";
import { withRetry } from "./with-retry.js";
import { withTimeout } from "./with-timeout.js";

function modelOf(id: string, options: ModelOptions = {}, change: Partial<Model> = {}): Model {
  const model = defineModel(id, async function* () {}, options);
  return { ...model, ...change };
}

const plain = modelOf(
  "a",
  {
    displayName: "A",
    aliases: ["x"],
    created: 5,
    ownedBy: "me",
    prices: { input: 1, output: 2 },
    countInputTokens: () => 7,
  },
  { validatesOwnRequests: true, countTokens: async () => ({ inputTokens: 9, estimated: false }) },
);

const { respond: _respond, countInputTokens: _count, countTokens: _counter, ...known } = plain;

const wrappers: readonly [string, (model: Model) => Model][] = [
  ["withRetry", (model) => withRetry(model)],
  ["withTimeout", (model) => withTimeout(model, {})],
  ["withFallback", (model) => withFallback([model, model])],
  ["balanced", (model) => balanced([model, { model, weight: 2 }])],
];

describe.each(wrappers)("what is known of a model after %s", (_name, wrap) => {
  it("keeps the description of the model, frozen", async () => {
    const model = wrap(plain);
    expect(model).toMatchObject(known);
    expect(Object.isFrozen(model)).toBe(true);
    expect(model.countInputTokens(conversationOf())).toBe(7);
    const count = await model.countTokens?.(modelRequestOf().request as CountRequest);
    expect(count).toEqual({ inputTokens: 9, estimated: false });
  });

  it("has no counter that the model does not have", () => {
    expect(wrap(modelOf("b")).countTokens).toBeUndefined();
  });

  it("calls a model's methods with the model as `this`", () => {
    const counting = modelOf(
      "b",
      {},
      {
        created: 3,
        countInputTokens(this: Model) {
          return this.created;
        },
      },
    );
    expect(wrap(counting).countInputTokens(conversationOf())).toBe(3);
  });
});

describe.each([
  ["withFallback", withFallback],
  ["balanced", balanced],
] as const)("the models behind %s", (_name, join) => {
  it("are known under a new id, if one is given, and then do not share their aliases", () => {
    expect(join([plain], { id: "all" })).toMatchObject({
      id: "all",
      displayName: "all",
      aliases: [],
      ownedBy: "me",
    });
    expect(join([plain], { id: "all", aliases: ["y"] }).aliases).toEqual(["y"]);
    expect(join([plain], { aliases: ["y"] })).toMatchObject({ id: "a", aliases: ["y"] });
  });

  it("support together only what each of them supports", () => {
    const one = modelOf("a", {
      capabilities: {
        images: false,
        sampling: ["seed", "top_p"],
        extensions: ["a", "b"],
        unknownContent: ["hologram", "smell"],
      },
    });
    const two = modelOf("b", {
      capabilities: {
        audio: false,
        sampling: ["top_p", "top_k"],
        unknownContent: true,
        maxOutputTokens: 50,
      },
    });
    const three = modelOf("c", {
      capabilities: { extensions: ["b", "c"], unknownContent: ["smell"], maxOutputTokens: 70 },
    });
    const { capabilities, validatesOwnRequests } = join([one, two, three]);
    expect(validatesOwnRequests).toBe(false);
    expect(capabilities).toEqual({
      ...defaultCapabilities,
      images: false,
      audio: false,
      sampling: ["top_p"],
      extensions: ["b"],
      unknownContent: ["smell"],
      maxOutputTokens: 50,
      contextWindow: undefined,
    });
  });

  it("are checked by the service for those that do not validate their own requests", () => {
    const judge = modelOf(
      "a",
      { capabilities: { tools: false, maxOutputTokens: 50, contextWindow: 90 } },
      { validatesOwnRequests: true },
    );
    const { capabilities, validatesOwnRequests } = join([judge, modelOf("b")]);
    expect([validatesOwnRequests, capabilities.tools]).toEqual([false, true]);
    expect([capabilities.maxOutputTokens, capabilities.contextWindow]).toEqual([50, 90]);
    expect(join([judge, judge])).toMatchObject({
      validatesOwnRequests: true,
      capabilities: judge.capabilities,
    });
  });
});

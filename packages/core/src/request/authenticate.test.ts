import { describe, expect, it } from "vitest";
import { formatOf } from "../formats/messages/__fixtures__/make.js";
import { defineModel } from "../models/in-process/define-model.js";
import { toSettings } from "../settings.js";
import { chooseModel, modelsOf } from "./authenticate.js";

function modelOf(id: string, ...aliases: string[]) {
  return defineModel(id, async function* () {}, { aliases });
}

const settings = toSettings({
  models: [
    modelOf("all", "*"),
    modelOf("big", "claude-*", "claude-opus-*"),
    modelOf("small", "claude-haiku-*", "claude-opus-4", "mid*dle"),
    modelOf("claude-own"),
  ],
  allowAnonymous: true,
});

/** The model that a name means for a key, or the status of the refusal. */
function choose(name: string, models: "all" | readonly string[] = "all"): string {
  try {
    return chooseModel(settings, formatOf(), { id: "k", accountId: "a", models }, name).id;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

describe("chooseModel", () => {
  it.each([
    ["big", "big"],
    ["claude-own", "claude-own"],
    ["claude-opus-4", "small"],
    ["claude-opus-4-1", "big"],
    ["claude-haiku-9", "small"],
    ["claude-", "big"],
    ["claude", "all"],
    ["gpt-9", "all"],
    ["claude-*", "big"],
    ["mid*dle", "small"],
    ["mid-dle", "all"],
  ])("finds for %j the model %j: exact names first, then the longest beginning", (name, id) => {
    expect(choose(name)).toBe(id);
  });

  it("looks only among the models of the key, which are listed by their ids", () => {
    expect(choose("claude-haiku-9", ["big"])).toBe("big");
    expect(choose("claude-own", ["all"])).toBe("all");
    expect(choose("gpt-9", ["big"])).toBe("unknown_model");
    expect(choose("claude-3", ["claude-*", "claude-3"])).toBe("unknown_model");
  });

  it("finds nothing for a key without models", () => {
    expect(choose("big", [])).toBe("unknown_model");
  });
});

describe("modelsOf", () => {
  const ids = ["gpt-4", "gpt-4o", "gpt-4o-mini", "my-gpt-4", "GPT-4"];
  const similar = toSettings({ models: ids.map((id) => modelOf(id)), allowAnonymous: true });
  const idsOf = (models: "all" | readonly string[]) =>
    modelsOf(similar, { id: "k", accountId: "a", models }).map(({ id }) => id);

  it.each(ids)("gives a key for %j that model alone, whose name others contain", (id) => {
    expect(idsOf([id])).toEqual([id]);
    for (const other of ids) {
      const named = () =>
        chooseModel(similar, formatOf(), { id: "k", accountId: "a", models: [id] }, other).id;
      if (other === id) expect(named()).toBe(id);
      else expect(named).toThrow();
    }
  });

  it("keeps the order of the service, and all models for a key for all", () => {
    expect(idsOf(["GPT-4", "gpt-4", "gpt"])).toEqual(["gpt-4", "GPT-4"]);
    expect(idsOf("all")).toEqual(ids);
    expect(idsOf([])).toEqual([]);
  });
});

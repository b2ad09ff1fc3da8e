import { describe, expect, it } from "vitest";
import { modelOf, refusal } from "../__fixtures__/make.js";
import { toModel, toModelsList } from "./models-list.js";

const models = ["a", "b", "c"].map((id) => ({ ...modelOf(), id }));
const list = (query: string) => toModelsList(models, new URLSearchParams(query));
const ids = (query: string) => list(query).data.map((model) => model.id);

describe("toModelsList", () => {
  it("M074 pages by cursors, forwards and backwards", () => {
    expect(list("limit=1")).toMatchObject({ has_more: true, first_id: "a", last_id: "a" });
    expect(ids("limit=1&after_id=a")).toEqual(["b"]);
    expect(list("limit=2&after_id=a")).toMatchObject({ has_more: false, last_id: "c" });
    expect(ids("limit=1&before_id=c")).toEqual(["b"]);
    expect(list("limit=1&before_id=c")).toMatchObject({ has_more: true });
    expect(list("before_id=a")).toEqual({
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });

  it("lists active models only", () => {
    expect(ids("lifecycle[]=retired")).toEqual([]);
    expect(ids("lifecycle[]=retired&lifecycle[]=active")).toEqual(["a", "b", "c"]);
  });

  for (const [query, text] of [
    ["limit=0", "limit: Input should be greater than or equal to 1"],
    ["limit=1001", "limit: Input should be less than or equal to 1000"],
    ["limit=x", "limit: Input should be a valid integer"],
    ["after_id=z", "after_id: no model has this id"],
    ["after_id=a&before_id=b", "before_id: cannot be combined with `after_id`"],
  ] as const) {
    it(`refuses ${query}`, () => expect(refusal(() => list(query))).toBe(text));
  }
});

describe("toModel", () => {
  it("describes a model and what it supports", () => {
    expect(toModel(modelOf({ contextWindow: 1000 }))).toMatchObject({
      type: "model",
      id: "m",
      display_name: "M",
      created_at: "2023-11-14T22:13:20Z",
      max_input_tokens: 1000,
      max_tokens: null,
      lifecycle: "active",
      line: null,
      capabilities: {
        effort: { supported: true, high: { supported: true }, max: { supported: false } },
        thinking: { supported: true, types: { between_tools: { supported: false } } },
      },
    });
  });
});

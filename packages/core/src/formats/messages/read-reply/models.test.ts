import { expect, it } from "vitest";
import { parseModels } from "./models.js";

it("lists the models of an upstream with its information about them", () => {
  const data = [
    {
      type: "model",
      id: "large-1",
      display_name: "Large 1",
      created_at: "2026-01-02T03:04:05Z",
      max_input_tokens: 200_000,
      max_tokens: 64_000,
    },
    { id: "small-1", created_at: "1970-01-01T00:00:00Z", max_tokens: null },
    { display_name: "nameless" },
    null,
  ];
  expect(parseModels({ data })).toEqual([
    {
      id: "large-1",
      displayName: "Large 1",
      created: 1_767_323_045,
      contextWindow: 200_000,
      maxOutputTokens: 64_000,
    },
    { id: "small-1" },
  ]);
});

it("lists nothing if there is no list", () => {
  for (const body of [null, [], {}, { data: "none" }, "<html>"]) {
    expect(parseModels(body)).toEqual([]);
  }
});

import { describe, expect, it } from "vitest";
import { type Examined, findPlace } from "./find-place.js";

const examined: Examined = {
  baseUrl: "http://127.0.0.1:11434/v1",
  format: "chat-completions",
  model: "qwen3",
};
const place = (config: unknown) => findPlace(config, examined, "diglot.config.json");

describe("findPlace", () => {
  const other = { baseUrl: "https://api.example.com" };

  it.each(["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1/"])(
    "finds the model of the upstream at %s by its name there",
    (baseUrl) => {
      const models = [
        { id: "qwen3", upstream: "other" },
        { id: "big", upstream: "local", model: "qwen3-coder" },
        { id: "small", upstream: "local", model: "qwen3" },
      ];
      expect(place({ upstreams: { other, local: { baseUrl } }, models })).toEqual(["models", 2]);
    },
  );

  it("finds the upstream itself where no model of it has the name", () => {
    const local = { baseUrl: examined.baseUrl, allModels: true };
    expect(place({ upstreams: { local } })).toEqual(["upstreams", "local"]);
  });

  it.each([{}, null, { upstreams: { other } }, { upstreams: { odd: { baseUrl: "nonsense" } } }])(
    "refuses %j, which has no such upstream",
    (config) => {
      expect(() => place(config)).toThrow(
        "diglot.config.json: no upstream has the address http://127.0.0.1:11434/v1.",
      );
    },
  );

  it("refuses an upstream whose format is not the one that was examined", () => {
    const local = { baseUrl: examined.baseUrl, format: "messages" };
    expect(() => place({ upstreams: { local } })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("upstreams.local.format"),
        hint: "Examine it with --format messages.",
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { createModelRename } from "./model-rename.js";

const { text, json } = createModelRename("acme/big-1.5", "house");

describe("createModelRename", () => {
  it.each([
    ["The model `acme/big-1.5` is busy.", "The model `house` is busy."],
    ["acme/big-1.5: no; try acme/big-1.5.", "house: no; try house."],
    ["not bacme/big-1.5 nor acme/big-1.55 nor acme/big-1x5", undefined],
  ])("replaces the name in %s, not a word that contains it", (said, expected = said) => {
    expect(text(said)).toBe(expected);
  });

  it("writes the public name as it is", () => {
    expect(createModelRename("m-1", "$& $1").text("m-1 failed")).toBe("$& $1 failed");
  });

  it("replaces it in the strings of a JSON text, and changes no other byte", () => {
    const error = String.raw`{ "acme/big-1.5" : 1.50, "error":{"message" :"\"acme\/big-1.5\" is busy","n":1e2,"m":["acme/big-1.5"]}}`;
    expect(json(error)).toBe(
      String.raw`{ "acme/big-1.5" : 1.50, "error":{"message" :"\"house\" is busy","n":1e2,"m":["house"]}}`,
    );
  });

  it("replaces it beside colons and quotes, but not in the name of a member", () => {
    const error = String.raw`{"acme/big-1.5":1,"m":"note: acme/big-1.5 says \"ok\"","n":"acme/big-1.5: \"no"}`;
    expect(json(error)).toBe(
      String.raw`{"acme/big-1.5":1,"m":"note: house says \"ok\"","n":"house: \"no"}`,
    );
    expect(json(String.raw`"acme/big-1.5 \"ok"`)).toBe(String.raw`"house \"ok"`);
  });

  it("keeps codes, types and parameters, which are single words", () => {
    const named = createModelRename("model", "house");
    const error = '{"type":"model","code":"model_not_found","param":"model","message":"no model"}';
    expect(named.json(error)).toBe(error.replace("no model", "no house"));
  });

  it("replaces a single word that is the value of a member `model`", () => {
    const { json } = createModelRename("mistral", "house");
    const error = (name: string) =>
      `{"error":{"model" : "${name}","models":"mistral"},"model":"${name}"}`;
    expect(json(error("mistral"))).toBe(error("house"));
    expect(json(error("mistral_2"))).toBe(error("mistral_2"));
    expect(json('{"model": ["mistral"], "param": "model"}')).toBe(
      '{"model": ["mistral"], "param": "model"}',
    );
  });

  it("changes nothing between equal names, nor in what is not JSON", () => {
    const same = createModelRename("m-1", "m-1");
    expect([same.text("m-1"), same.json('"m-1"')]).toEqual(["m-1", '"m-1"']);
    expect(json('"\u0001acme/big-1.5"')).toBe('"\u0001acme/big-1.5"');
  });
});

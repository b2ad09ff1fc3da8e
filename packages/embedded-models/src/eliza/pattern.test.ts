import { describe, expect, it } from "vitest";
import { matchPattern, parsePattern } from "./pattern.js";

const groups = { family: ["mother", "father"] };

function match(pattern: string, sentence: string): readonly string[] | undefined {
  const words = sentence.split(" ").map((word) => ({ key: word, text: word }));
  const parts = matchPattern(parsePattern(pattern, groups), sentence === "" ? [] : words);
  return parts?.map((part) => part.map((word) => word.text).join(" "));
}

describe("matchPattern", () => {
  it("takes the sentence apart into one part for each element", () => {
    expect(match("* i want +", "now i want some peace")).toEqual([
      "now",
      "i",
      "want",
      "some peace",
    ]);
    expect(match("* my * @family *", "my dear mother")).toEqual(["", "my", "dear", "mother", ""]);
    expect(match("* can't|cannot +", "i cannot sleep")).toEqual(["i", "cannot", "sleep"]);
  });

  it("keeps the parts as short as they can be, from the left", () => {
    expect(match("* i *", "i think i am")).toEqual(["", "i", "think i am"]);
  });

  it("does not fit if a word is missing or too many", () => {
    expect(match("* i want +", "i want")).toBeUndefined();
    expect(match("i am", "i am here")).toBeUndefined();
    expect(match("* i *", "you")).toBeUndefined();
  });

  it("fits an empty sentence with nothing but optional words", () => {
    expect(match("*", "")).toEqual([""]);
  });
});

describe("parsePattern", () => {
  it("refuses a group that does not exist", () => {
    expect(() => parsePattern("* @pets *", groups)).toThrow(TypeError);
  });
});

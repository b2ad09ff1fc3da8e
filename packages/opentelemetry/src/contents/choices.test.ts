import { describe, expect, it } from "vitest";
import { readRelayed } from "./relayed.js";

const chunk = (index: unknown, content: string) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index, delta: { role: "assistant", content } }] })}\n\n`;

/** What each choice of a stream says, as far as it came. */
function textsOf(text: string): readonly string[] {
  const texts: string[] = [];
  const body = {
    format: "chat-completions",
    isStream: true,
    bytes: new TextEncoder().encode(text),
  };
  for (const { choice, event } of readRelayed(body)) {
    texts[choice] ??= "";
    if (event.type === "delta" && event.delta.type === "text") texts[choice] += event.delta.text;
  }
  return texts;
}

describe("the choices of a relayed stream", () => {
  it("are told apart, however they take turns", () => {
    const text = chunk(1, "b") + chunk(0, "a") + chunk(1, "d") + chunk(0, "c");
    expect(textsOf(text)).toEqual(["ac", "bd"]);
  });

  it("have what came before a cut", () => {
    const text = chunk(0, "a") + chunk(1, "b") + chunk(0, "lost").slice(0, -20);
    expect(textsOf(text)).toEqual(["a", "b"]);
  });

  it("take no room for indexes that are left out", () => {
    expect(textsOf(chunk(0, "a") + chunk(1e9, "b"))).toEqual(["a", "b"]);
  });

  it("may be one, or without an index", () => {
    expect(textsOf(chunk(0, "a") + chunk(0, "b"))).toEqual(["ab"]);
    expect(textsOf(chunk(undefined, "a"))).toEqual(["a"]);
  });
});

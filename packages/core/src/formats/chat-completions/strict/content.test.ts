import { describe, expect, it } from "vitest";
import { strictSettings, validationFault } from "../__fixtures__/make.js";

const user = { role: "user", content: "hi" };
const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
const result = { role: "tool", tool_call_id: "c1", content: "4" };
const faultOf = (...messages: readonly object[]) => validationFault({ messages }, strictSettings);
const image = (url: string) => ({
  role: "user",
  content: [
    { type: "text", text: "See:" },
    { type: "image_url", image_url: { url } },
  ],
});

describe("a message without content in the strict profile", () => {
  it.each([
    ["of the user, null", { role: "user", content: null }],
    ["of the user, absent", { role: "user" }],
    ["of the assistant, null", { role: "assistant", content: null }],
    [
      "of the assistant, absent beside null",
      { role: "assistant", tool_calls: null, refusal: null },
    ],
  ])("is refused: %s", (_title, message) => {
    expect(faultOf(user, message)).toEqual({
      kind: "bad_request",
      message: "Invalid value for 'content': expected a string, got null.",
      param: "messages.[1].content",
      code: null,
    });
    expect(validationFault({ messages: [user, message] })).toBeUndefined();
  });

  it.each([
    ["calls", { tool_calls: [call] }, [result]],
    ["a call of a function", { function_call: call.function }, []],
    ["a refusal", { refusal: "No." }, []],
    ["a sound", { audio: { id: "audio_1" } }, []],
    ["an empty content", { content: "" }, []],
  ])("of the assistant is accepted beside %s", (_title, members, rest) => {
    const message = { role: "assistant", content: null, ...members };
    expect(faultOf(user, message, ...rest)).toBeUndefined();
  });
});

describe("an image in the strict profile", () => {
  it.each(["cat.png", "/tmp/cat.png", "iVBORw0KGgo=", ""])(
    "is refused without a URL: %j",
    (url) => {
      expect(faultOf(image(url))).toEqual({
        kind: "bad_request",
        message: `Failed to download image from ${url}. Image URL is invalid.`,
        param: undefined,
        code: "invalid_image_url",
      });
      expect(validationFault({ messages: [image(url)] })).toBeUndefined();
    },
  );

  it.each(["https://x/y.png", "http://x/y.png", "data:image/png;base64,AA=="])(
    "is accepted with the URL %s",
    (url) => {
      expect(faultOf(image(url))).toBeUndefined();
    },
  );

  it("is quoted in part if it is long", () => {
    expect(faultOf(image("x".repeat(10_000)))?.message.length).toBeLessThan(300);
  });
});

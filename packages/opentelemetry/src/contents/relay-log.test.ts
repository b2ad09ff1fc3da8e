import type { Content } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { RelayLog } from "./relay-log.js";

const answer = (attemptId: string, status = 200, type = "application/json") =>
  ({
    ...{ type: "upstream_answer", attemptId, status },
    headers: [["content-type", type]],
  }) as unknown as Content;
const block = (attemptId: string, text: string) =>
  ({
    type: "upstream_block",
    attemptId,
    bytes: new TextEncoder().encode(text),
  }) as unknown as Content;

/** What is kept of an attempt after these contents. */
function bodyOf(attemptId: string, contents: readonly Content[], limit = 1_000) {
  const log = new RelayLog(limit);
  for (const content of contents) log.take(content);
  const body = log.bodyOf(attemptId);
  return body && { isStream: body.isStream, text: new TextDecoder().decode(body.bytes) };
}

describe("the body of an upstream's answer", () => {
  it("is put together of its blocks", () => {
    expect(bodyOf("a", [answer("a"), block("a", '{"a":'), block("a", "1}")])).toEqual({
      isStream: false,
      text: '{"a":1}',
    });
  });

  it.each([
    ["text/event-stream", true],
    ["text/event-stream; charset=utf-8", true],
    ["application/json", false],
  ])("says whether it is a stream: %s", (type, isStream) => {
    expect(bodyOf("a", [answer("a", 200, type)])).toEqual({ isStream, text: "" });
  });

  it("is a stream by its type alone, whatever other headers say", () => {
    const headers = [
      ["x-asked-for", "text/event-stream"],
      ["content-type", "application/json"],
    ];
    const head = { ...answer("a"), headers } as unknown as Content;
    expect(bodyOf("a", [head])).toMatchObject({ isStream: false });
  });

  it("is a copy, since the service uses its blocks again", () => {
    const log = new RelayLog(1_000);
    const bytes = new TextEncoder().encode("Hello");
    log.take(answer("a"));
    log.take({ type: "upstream_block", attemptId: "a", bytes } as unknown as Content);
    bytes.fill(0);
    expect(new TextDecoder().decode(log.bodyOf("a")?.bytes)).toBe("Hello");
  });

  it("is that of the last answer alone, and of one that succeeded", () => {
    const first = [answer("a"), block("a", "one")];
    expect(bodyOf("a", [...first, answer("b")])).toBeUndefined();
    expect(bodyOf("b", [...first, answer("b"), block("a", "late"), block("b", "two")])).toEqual({
      ...{ isStream: false, text: "two" },
    });
    expect(bodyOf("a", [answer("a", 300), block("a", "no")])).toBeUndefined();
    expect(bodyOf("a", [answer("a", 299), block("a", "yes")])).toMatchObject({ text: "yes" });
    expect(bodyOf("a", [block("a", "before")])).toBeUndefined();
  });

  it("ends after twenty times as many bytes as its texts may have characters", () => {
    const text = "x".repeat(15);
    const contents = [answer("a"), block("a", text), block("a", text), block("a", text)];
    expect(bodyOf("a", contents, 1)?.text).toHaveLength(20);
    expect(bodyOf("a", contents, 2)?.text).toHaveLength(40);
  });
});

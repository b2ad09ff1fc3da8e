import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { type CapturedAnswer, type CapturedBody, noContents } from "../store/captured.js";
import { showAnswer, showBody, showUpstreams } from "./body.js";

const redactor = createRedactor(["hidden"]);
const secret = "sk-live-4f9a8b7c6d5e";

/** A body of these blocks, of which more may have passed. */
function bodyOf(texts: readonly string[], lost = 0): CapturedBody {
  const blocks = texts.map((text) => {
    const bytes = new TextEncoder().encode(text);
    return { at: 1, bytes, size: bytes.length };
  });
  return { blocks, size: blocks.reduce((sum, { size }) => sum + size, lost) };
}

const show = (body: CapturedBody, isStream?: boolean) =>
  runRedaction(showBody(body, redactor, isStream), 0);

describe("a body", () => {
  it("is the text of its blocks, also where a character is cut", () => {
    const bytes = new TextEncoder().encode("für");
    const blocks = [bytes.slice(0, 2), bytes.slice(2)].map((part) => ({
      ...{ at: 1, bytes: part, size: part.length },
    }));
    expect(show({ blocks, size: 4 })).toEqual({ text: "für", bytes: 4, isCut: false });
    expect(show({ blocks: [], size: 0 })).toEqual({ text: "", bytes: 0, isCut: false });
  });

  it("says that its end was not kept", () => {
    expect(show(bodyOf(["Hello"], 1))).toEqual({ text: "Hello", bytes: 6, isCut: true });
  });

  it("has no secret that is cut over blocks, nor over the events of a stream", () => {
    expect(show(bodyOf([secret.slice(0, 9), secret.slice(9)]))).toMatchObject({
      text: "[redacted]",
    });
    const frames = [secret.slice(0, 9), secret.slice(9)].map(
      (text) => `data: ${JSON.stringify({ text })}\n\n`,
    );
    const redacted = 'data: {"text":"[redacted]"}\n\ndata: {"text":""}\n\n';
    expect(show(bodyOf(frames), true)).toMatchObject({ text: redacted });
    expect(show(bodyOf(frames))).toMatchObject({ text: frames.join("") });
  });
});

describe("an answer", () => {
  const frames = [secret.slice(0, 9), secret.slice(9)].map(
    (text) => `data: ${JSON.stringify({ text })}\n\n`,
  );
  const answerOf = (headers: CapturedAnswer["headers"]): CapturedAnswer => ({
    ...{ at: 7, status: 200, headers, body: bodyOf(frames) },
  });
  const textOf = (headers: CapturedAnswer["headers"]) => {
    const shown = runRedaction(showAnswer(answerOf(headers), redactor), 0);
    return "body" in shown ? shown.body.text : undefined;
  };

  it("has its headers without secrets", () => {
    const answer = answerOf([["x-note", "a hidden note"]]);
    expect(runRedaction(showAnswer(answer, redactor), 0)).toMatchObject({
      ...{ at: 7, status: 200, headers: [["x-note", "a [redacted] note"]] },
    });
  });

  it("is a stream by its type", () => {
    const stream = "text/event-stream";
    expect(textOf([["content-type", stream]])).toContain("[redacted]");
    expect(textOf([["content-type", `${stream}; charset=utf-8`]])).toContain("[redacted]");
    expect(textOf([["content-type", `no ${stream}`]])).toBe(frames.join(""));
    expect(textOf([["accept", stream]])).toBe(frames.join(""));
    expect(textOf([])).toBe(frames.join(""));
  });
});

it("upstreams are shown in the order of their attempts, without secrets", () => {
  const contents = noContents();
  const answer = { at: 2, status: 503, headers: [], body: bodyOf(["hidden"]) };
  const url = "https://hidden.example";
  contents.upstreams.set("att_2", { at: 3, url, request: bodyOf(["hidden"]) });
  contents.upstreams.set("att_1", {
    at: 1,
    url: "https://up.example",
    request: bodyOf([]),
    answer,
  });
  const shown = { text: "[redacted]", bytes: 6, isCut: false };
  expect(runRedaction(showUpstreams(contents, redactor), 0)).toEqual([
    { attemptId: "att_2", at: 3, url: "https://[redacted].example", request: shown },
    {
      ...{ attemptId: "att_1", at: 1, url: "https://up.example" },
      request: { text: "", bytes: 0, isCut: false },
      answer: { at: 2, status: 503, headers: [], body: shown },
    },
  ]);
});

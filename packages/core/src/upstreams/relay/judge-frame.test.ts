import { describe, expect, it } from "vitest";
import { ServiceError } from "../../errors/service-error.js";
import { chatCompletionsUpstream } from "../chat-completions-upstream.js";
import { upstreamOf } from "../create-upstream.js";
import { type FramePassage, judgeFrame } from "./judge-frame.js";
import { FrameRename } from "./public-name.js";

const options = {
  ...{ id: "public", model: "own-1", baseUrl: "http://upstream.test/v1" },
  apiKey: "sk-upstream-secret",
};
const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const errorOf = (message: string) => `data: ${JSON.stringify({ error: { message } })}\n\n`;

/** The treatment of the last of these frames, and why no more are read. */
function judge(frames: readonly string[], change: Partial<typeof options> & object = {}) {
  const upstream = upstreamOf(chatCompletionsUpstream({ ...options, ...change }));
  if (!upstream) throw new Error("It is an upstream.");
  const { format, settings } = upstream;
  const observer = format.createRelayObserver(settings.capabilities, false, {});
  const rename = new FrameRename(upstream);
  const passage: FramePassage = { upstream, observer, rename, ended: false, failure: undefined };
  const verdicts = frames.map((frame) => judgeFrame(passage, frame));
  return { verdict: verdicts.at(-1), error: passage.failure?.error };
}

describe("a comment", () => {
  it("is removed if it holds a secret or names the model, and else passed on", () => {
    expect(judge([": ping\n\n"]).verdict).toBe("pass");
    expect(judge([": own-1 thinks\n\n"]).verdict).toBe("remove");
    expect(judge([": with sk-upstream-secret\n\n"]).verdict).toBe("remove");
  });

  it("does not take an event with it that stands in the same frame", () => {
    expect(judge([`: own-1 thinks\n${chunk}`]).verdict).toBe("pass");
  });
});

describe("an error of a stream", () => {
  it("is passed on behind an event, in the words of the upstream", () => {
    expect(judge([chunk, errorOf("own words")])).toEqual({ verdict: "last", error: undefined });
  });

  it("becomes the status if it comes first", () => {
    const { verdict, error } = judge([errorOf("own words")]);
    expect([verdict, ServiceError.is(error)]).toEqual(["bad", true]);
  });

  it.each([
    ["its words are hidden", errorOf("own words"), { upstreamErrors: "hide" as const }],
    ["it holds a secret", errorOf("bad key sk-upstream-secret"), {}],
  ])("is not passed on as it is if %s", (_why, frame, change) => {
    const { verdict, error } = judge([chunk, frame], change);
    expect([verdict, ServiceError.is(error)]).toEqual(["bad", true]);
  });
});

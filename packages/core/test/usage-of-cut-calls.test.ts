import { describe, expect, it } from "vitest";
import { attemptOf, everyWay } from "./attempt-of.js";
import { frames, streamOf } from "./upstream-of.js";

/** 40 bytes; with those of the arguments that is an output of 11 tokens. */
const name = "n".repeat(40);
const begunArguments = '{"a"';

const frameOf = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const inputDelta = { type: "input_json_delta", partial_json: begunArguments };
const call = {
  index: 0,
  id: "c",
  type: "function",
  function: { name, arguments: begunArguments },
};

/** Streams that break off within the arguments of a call. */
const cutStreams = {
  messages: [
    frames.messages[0],
    frameOf({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "t", name, input: {} },
    }),
    frameOf({ type: "content_block_delta", index: 0, delta: inputDelta }),
  ],
  "chat-completions": [
    frames["chat-completions"][0],
    frameOf({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] }),
  ],
} as const;

/** A relay of Chat Completions looks for text in its chunks without parsing them, and counts no names. */
const namingWays = everyWay.filter(
  ({ caller, upstream }) => upstream === "messages" || caller === "messages",
);

describe.each(namingWays)("a call of a $upstream upstream for a $caller caller", (way) => {
  it("that breaks off is charged for its name and the arguments that arrived", async () => {
    const answer = () => streamOf(cutStreams[way.upstream]);
    const { row } = await attemptOf(way, answer, { stream: true });
    expect(row).toMatchObject({
      end: "upstream_error",
      usage: { output: 11, sources: { output: "observed" } },
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  bodyOf,
  type Change,
  chatDone,
  hello,
  jsonAnswer,
  messagesFrame,
  type Script,
  script,
  text,
  thinking,
  toolCall,
  whole,
  withPieces,
} from "../../upstream/index.js";
import { expectBroken, expectRefusal, expectRow, tokensOf } from "./outcomes.js";
import { jsonWays, streamWays, textFrame, type Way } from "./ways.js";
import { outcomeWith } from "./world.js";

const title = "($caller caller, $upstream upstream)";
const speaks = (upstream: Way["upstream"]) => (way: Way) => way.upstream === upstream;

/** The first frames of a Chat stream, and then its end marker. */
const doneAfter = (count: number): Change =>
  withPieces((pieces) => [...pieces.slice(0, count), chatDone]);

/** An upstream of Chat Completions that never says why its replies end. */
const silent: object = { eofWithoutFinishOk: true };

const halfCall = script([toolCall("call_1", "search", '{"query":"', 'weather"}')]);

describe("a Chat Completions stream that claims to be whole", () => {
  const toChat = streamWays.filter(speaks("chat-completions"));

  it.each(toChat)(`S01 with its end marker alone has a real status ${title}`, async (way) => {
    const outcome = await outcomeWith(way, doneAfter(0));
    expectRefusal(outcome, "upstream_bad_response");
    expectRow(outcome, "upstream_error", "observed");
  });

  it.each(
    toChat.flatMap((way): readonly (Way & { what: string; said: Script; frames: number })[] => [
      { ...way, what: "a role", said: hello, frames: 1 },
      { ...way, what: "text", said: hello, frames: 3 },
      { ...way, what: "half a call", said: halfCall, frames: 3 },
    ]),
  )(
    `S05 after $what without a finish reason is broken ${title}`,
    async ({ said, frames, ...way }) => {
      const outcome = await outcomeWith(way, doneAfter(frames), said);
      expectBroken(outcome, "upstream_bad_response");
      expectRow(outcome, "upstream_error", "observed");
    },
  );

  it.each(toChat)(
    `S05 is whole if the upstream is known to give no reason ${title}`,
    async (way) => {
      const upstream = { capabilities: silent };
      const outcome = await outcomeWith(way, doneAfter(3), hello, { upstream });
      expect(outcome.text).not.toContain('"error"');
      expectRow(outcome, "completed", "observed");
    },
  );
});

describe("a Messages stream that claims to be whole", () => {
  it.each(streamWays.filter(speaks("messages")))(
    `S05 without a stop reason is broken ${title}`,
    async (way) => {
      const silent = messagesFrame({ type: "message_delta", delta: { stop_reason: null } });
      for (const frames of [[], [silent]]) {
        const change = withPieces((pieces) => [
          ...pieces.slice(0, -2),
          ...frames,
          ...pieces.slice(-1),
        ]);
        const outcome = await outcomeWith(way, change);
        expectBroken(outcome, "upstream_bad_response");
        expectRow(outcome, "upstream_error", "observed");
      }
    },
  );
});

describe("a JSON answer that claims to be whole", () => {
  const reasons = /"(?:finish|stop)_reason":"\w+"/;
  const without =
    (replace: (reason: string) => string): Change =>
    (answer) =>
      jsonAnswer(
        JSON.parse(new TextDecoder().decode(bodyOf(answer.pieces)).replace(reasons, replace)),
      );

  it.each(jsonWays)(`J10 without a reason for its end is a bad response ${title}`, async (way) => {
    const toEmpty = (reason: string) => reason.replace(/:.*/, ':""');
    for (const replace of [(reason: string) => reason.replace(/:.*/, ":null"), toEmpty]) {
      const outcome = await outcomeWith(way, without(replace));
      expectRefusal(outcome, "upstream_bad_response");
      expectRow(outcome, "upstream_error", "reported");
      expect(tokensOf(outcome)).toEqual([11, 7]);
    }
  });
});

describe("what was said", () => {
  it.each(jsonWays)(
    `J10 is all that is counted of an answer without usage ${title}`,
    async (way) => {
      const call = toolCall("call_1", "search", '{"query":"weather"}');
      const said = script([thinking(["Hm."]), text("Let me see."), call], { usage: undefined });
      const outcome = await outcomeWith(way, whole, said);
      expectRow(outcome, "completed", "observed");
      const words = ["Let me see.", "search", '{"query":"weather"}'].join("").length;
      // Only Messages has a place for reasoning here.
      const reasoning = way.upstream === "messages" ? "Hm.".length : 0;
      expect(tokensOf(outcome)[1]).toBe(Math.ceil((words + reasoning) / 4));
    },
  );

  it.each(streamWays)(`S05 is counted, the names of its calls included ${title}`, async (way) => {
    const call = toolCall("call_1", "a_name_of_24_characters_", '{"query":"16"}', ",", "x");
    const said = script([call], { usage: undefined });
    const fault = withPieces((pieces) => {
      const start = way.upstream === "messages" ? 4 : 3;
      return [...pieces.slice(0, start), textFrame(way, "").slice(0, 10)];
    });
    const outcome = await outcomeWith(way, fault, said);
    expectBroken(outcome, "upstream_bad_response");
    expect(tokensOf(outcome)[1]).toBe(Math.ceil((24 + 14) / 4));
  });
});

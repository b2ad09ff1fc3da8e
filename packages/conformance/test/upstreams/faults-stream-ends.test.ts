import { describe, expect, it } from "vitest";
import {
  both,
  type Change,
  chatError,
  chatFrame,
  cutAfter,
  endlessAfter,
  type Fault,
  headOf,
  hello,
  insertAt,
  merged,
  messagesError,
  messagesFrame,
  openEnd,
  pieceOf,
  repeatPiece,
  type Step,
  say,
  script,
  text,
  toBytes,
  trickle,
  withoutLast,
  withPieces,
} from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import {
  expectBroken,
  expectRefusal,
  expectRow,
  expectWhole,
  parsedFrames,
  textOf,
} from "./outcomes.js";
import { isRelayed, streamWays, textFrame, untilText, type Way } from "./ways.js";
import { ask, openWorld, outcomeWith } from "./world.js";

const title = "($caller caller, $upstream upstream)";

/** The frame of an error in the upstream's format. */
function errorFrame({ upstream }: Way, type: string, code: unknown, message = "Oops"): string {
  return upstream === "messages"
    ? messagesFrame(messagesError(type, message))
    : chatFrame(chatError(type, code, message));
}

/** What comes after so many frames is replaced. */
function endingWith(piece: number, ...frames: readonly string[]): Change {
  return withPieces((pieces) => [...pieces.slice(0, piece), ...frames]);
}

describe("a stream that fails", () => {
  it.each(streamWays)(`S01 by closing without an event has a real status ${title}`, async (way) => {
    for (const fault of [cutAfter({ byte: 0 }, "end"), cutAfter({ byte: 0 }, "close")]) {
      const outcome = await outcomeWith(way, fault);
      expect(outcome.status).toBe(502);
      expectRow(outcome, "upstream_error", "observed");
    }
    expectRefusal(await outcomeWith(way, cutAfter({ byte: 0 }, "end")), "upstream_bad_response");
  });

  it.each(streamWays)(`S02 with its first event has a real status ${title}`, async (way) => {
    const overloaded = await outcomeWith(
      way,
      endingWith(0, errorFrame(way, "overloaded_error", 503)),
    );
    expectRefusal(overloaded, "overloaded");
    const unnamed = await outcomeWith(
      way,
      endingWith(0, errorFrame(way, "overloaded_error", 503).replace(/^event: .*\n/, "")),
    );
    expectRefusal(unnamed, "overloaded");
    for (const outcome of [overloaded, unnamed]) expectRow(outcome, "upstream_error", "none");
  });

  it.each(streamWays)(`S03 with an error event after output ends with it ${title}`, async (way) => {
    const frame = errorFrame(way, "overloaded_error", 503, "canary-of-the-text");
    const outcome = await outcomeWith(way, endingWith(untilText(way), frame));
    expect(textOf(outcome)).toBe("Hel");
    expectRow(outcome, "upstream_error", "observed");
    if (isRelayed(way)) {
      expect(outcome.text.endsWith(frame)).toBe(true);
      expect(parsedFrames(outcome).filter(({ error }) => error !== undefined)).toHaveLength(1);
    } else {
      expectBroken(outcome, "overloaded");
      expect(outcome.text).not.toContain("canary-of-the-text");
    }
  });

  it.each(streamWays)(`S04 by a reset ends with an error frame ${title}`, async (way) => {
    const outcome = await outcomeWith(way, cutAfter({ piece: untilText(way) }, "reset"));
    expectBroken(outcome, "upstream_unavailable");
    expect(textOf(outcome)).toBe("Hel");
    expectRow(outcome, "upstream_error", "observed");
  });

  it.each(streamWays)(`S05 by ending too early is never a success ${title}`, async (way) => {
    // What a Messages stream ends with: block stop, delta, stop; a Chat stream: finish, usage, end marker.
    const missing = way.upstream === "messages" ? [1, 2, 3, 4] : [3, 4];
    for (const count of missing) {
      const outcome = await outcomeWith(way, withoutLast(count));
      expectBroken(outcome, "upstream_bad_response");
      expect(outcome.rows).toMatchObject([{ state: "settled", end: "upstream_error" }]);
    }
  });

  it.each(streamWays.filter(({ upstream }) => upstream === "chat-completions"))(
    `S05 without its end marker, but with a finish reason, is whole ${title}`,
    async (way) => {
      for (const count of [1, 2]) {
        const outcome = await outcomeWith(way, withoutLast(count));
        expectWhole(outcome, "Hello");
        expectRow(outcome, "completed", count === 1 ? "reported" : "observed");
      }
    },
  );

  it.each(streamWays)(`S07 inside a frame does not show the frame ${title}`, async (way) => {
    for (const bytes of [1, 2, 10]) {
      const cut = withPieces((pieces) => {
        const whole = pieces.slice(0, untilText(way) + 1);
        return [...whole.slice(0, -1), whole.at(-1)?.subarray(0, -bytes) ?? ""];
      });
      const outcome = await outcomeWith(way, cut);
      expectBroken(outcome, "upstream_bad_response");
      expect(textOf(outcome)).toBe("Hel");
    }
  });

  it.each(streamWays)(`S08 with a frame that is no object ${title}`, async (way) => {
    for (const data of ["{not json", '{"cut":', '"text"', "7", "null", "[]"]) {
      const outcome = await outcomeWith(way, insertAt(untilText(way), `data: ${data}\n\n`));
      expectBroken(outcome, "upstream_bad_response");
      expect(textOf(outcome)).toBe("Hel");
      expect(outcome.text).not.toContain(data === "null" ? "data: null" : `data: ${data}`);
      expectRow(outcome, "upstream_error", "observed");
    }
  });
});

describe("S09 a stream that falls silent", () => {
  const timeouts = { firstEvent: 800, betweenEvents: 400 };
  const options = () => ({
    time: createTimeByHand(),
    upstream: { timeouts },
    service: { pingInterval: 100 },
  });

  it.each(streamWays)(`S09 before its first event has a real status ${title}`, async (way) => {
    const outcome = await outcomeWith(way, cutAfter({ piece: 0 }, "stall"), hello, options());
    expectRefusal(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "observed");
  });

  it.each(streamWays)(`S09 after some is kept alive, and then ended ${title}`, async (way) => {
    const sign = way.caller === "messages" ? /event: ping\n/g : /^:/gm;
    for (const piece of [1, untilText(way), untilText(way) + 1]) {
      const outcome = await outcomeWith(way, cutAfter({ piece }, "stall"), hello, options());
      expectBroken(outcome, "upstream_timeout");
      expectRow(outcome, "timeout", "observed");
      expect(outcome.text.match(sign)?.length).toBeGreaterThan(1);
    }
  });
});

describe("S09 pings of an upstream", () => {
  const sign = ({ upstream }: Way) =>
    upstream === "messages" ? messagesFrame({ type: "ping" }) : ": still working\n\n";
  /** A ping every 20 ms, for ever. */
  const onlySigns =
    (piece: number, frame: string): Fault =>
    (answer) => ({
      *[Symbol.iterator](): Generator<Step> {
        yield* [headOf(answer), ...answer.pieces.slice(0, piece).map((at) => pieceOf(answer, at))];
        for (;;) yield* [pieceOf(answer, toBytes(frame)), { do: "wait", milliseconds: 20 }];
      },
    });
  const timeouts = { firstEvent: 800, betweenEvents: 400, total: 2_400 };
  const options = () => ({ time: createTimeByHand(), upstream: { timeouts } });

  it.each(streamWays)(`S09 are no events, before the first one ${title}`, async (way) => {
    for (const frame of [": still working\n\n", sign(way)]) {
      const outcome = await outcomeWith(way, onlySigns(0, frame), hello, options());
      expectRefusal(outcome, "upstream_timeout");
    }
  });

  it.each(streamWays)(`S09 keep no stream alive for ever ${title}`, async (way) => {
    const { time, upstream } = options();
    const since = time.clock.monotonic();
    const fault = onlySigns(untilText(way), sign(way));
    const outcome = await outcomeWith(way, fault, hello, { time, upstream });
    expectBroken(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "observed");
    expect(time.clock.monotonic() - since).toBeLessThan(timeouts.total);
  });
});

describe("a stream that does not end by itself", () => {
  it.each(streamWays)(
    `S06 ends with its terminal event, whatever follows ${title}`,
    async (way) => {
      const late =
        way.upstream === "messages" ? messagesFrame({ type: "ping" }) : chatFrame({ a: 1 });
      const garbage = "data: garbage\n\n";
      for (const fault of [
        insertAt(99, late, garbage),
        both(insertAt(99, garbage), openEnd),
        openEnd,
      ]) {
        const world = await openWorld(way);
        world.upstream.reply(say(hello, fault));
        const outcome = await ask(world);
        expectWhole(outcome, "Hello");
        expectRow(outcome, "completed", "reported");
        expect(outcome.text).not.toContain("garbage");
      }
    },
  );

  it.each(streamWays)(
    `S11 passes frames of one megabyte and of nearly four ${title}`,
    async (way) => {
      const texts = [1_048_576, 4_100_000].map((length) => "x".repeat(length));
      const outcome = await outcomeWith(way, merged, script([text("a", ...texts)]));
      expectWhole(outcome, `a${texts.join("")}`);
    },
  );

  it.each([
    ["a frame over the limit", (way: Way) => insertAt(untilText(way), tooLarge(way))],
    ["a line without end", (way: Way) => endlessAfter(untilText(way), "x".repeat(262_144))],
    [
      "a comment without end",
      (way: Way) => endlessAfter(untilText(way), `:${"x".repeat(262_144)}`),
    ],
    [
      "data lines without end",
      (way: Way) => endlessAfter(untilText(way), `data: ${"x".repeat(262_144)}\n`),
    ],
  ])("S11 is ended by %s", async (_name, fault) => {
    for (const way of streamWays) {
      const outcome = await outcomeWith(way, fault(way));
      expectBroken(outcome, "upstream_bad_response");
      expect(textOf(outcome)).toBe("Hel");
      expectRow(outcome, "limit", "observed");
    }
  });
});

describe("S12 output without end", () => {
  const endless = (way: Way) => endlessAfter(untilText(way), textFrame(way, "more "));

  it.each(streamWays)(`S12 is ended at the limit of a reply ${title}`, async (way) => {
    const sizeLimits = { replyCharacters: 20_000 };
    const outcome = await outcomeWith(way, endless(way), hello, { service: { sizeLimits } });
    expectBroken(outcome, "upstream_bad_response");
    expectRow(outcome, "limit", "observed");
  });

  it.each(streamWays)(`S12 is ended far beyond the token limit ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello, endless(way)));
    const outcome = await ask(world, { max_tokens: 10 });
    expectBroken(outcome, "upstream_bad_response");
    expectRow(outcome, "limit", "observed");
    expect(textOf(outcome).length).toBeGreaterThan(60_000);
  });

  it.each(streamWays)(`S12 is ended by the time in all ${title}`, async (way) => {
    const paced = trickle(40, 1);
    const said = script([text(...Array.from({ length: 400 }, () => "more "))]);
    const outcome = await outcomeWith(way, paced, said, {
      time: createTimeByHand(),
      upstream: { timeouts: { total: 800 } },
    });
    expectBroken(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "observed");
  });
});

/** A frame of more than four megabytes, legal but for its size. */
function tooLarge(way: Way): string {
  return textFrame(way, "x".repeat(5 * 1_048_576));
}

describe("S17 events out of order", () => {
  const atIndex = (pieces: readonly Uint8Array[], index: number) => pieces[index] ?? "";
  const lost = (index: number, delta: object) =>
    messagesFrame({ type: "content_block_delta", index, delta });
  const disorders: Readonly<Record<string, Change>> = {
    "a second start": repeatPiece(0),
    "a block that opens twice": repeatPiece(2),
    "text for no block": insertAt(4, lost(7, { type: "text_delta", text: "lost" })),
    "arguments for no block": insertAt(
      4,
      lost(7, { type: "input_json_delta", partial_json: '{"lost":1}' }),
    ),
  };
  const toMessages = streamWays.filter(({ upstream }) => upstream === "messages");

  it.each(Object.keys(disorders))("S17 of a Messages upstream: %s", async (name) => {
    for (const way of toMessages) {
      const outcome = await outcomeWith(way, disorders[name] ?? merged);
      expectBroken(outcome, "upstream_bad_response");
      expect(outcome.text).not.toContain("lost");
    }
  });

  it.each(toMessages)(`S17 of a Messages upstream: text before the start ${title}`, async (way) => {
    const early = withPieces((pieces) => [atIndex(pieces, 3), ...pieces]);
    const outcome = await outcomeWith(way, early);
    if (isRelayed(way)) expectRefusal(outcome, "upstream_bad_response");
    else expectWhole(outcome, "Hello");
  });

  it.each(toMessages)(
    `S17 of a Messages upstream: a block that ends twice ${title}`,
    async (way) => {
      const outcome = await outcomeWith(way, repeatPiece(5));
      if (isRelayed(way)) expectBroken(outcome, "upstream_bad_response");
      else expectWhole(outcome, "Hello");
    },
  );

  const toChat = streamWays.filter(({ upstream }) => upstream === "chat-completions");

  it.each(toChat)(`S17 of a Chat upstream: a call that has no name ${title}`, async (way) => {
    const delta = { tool_calls: [{ index: 3, function: { arguments: '{"a":1}' } }] };
    const chunk = { choices: [{ index: 0, delta, finish_reason: null }] };
    const outcome = await outcomeWith(way, insertAt(2, chatFrame(chunk)));
    if (isRelayed(way)) expectWhole(outcome, "Hello");
    else expectBroken(outcome, "upstream_bad_response");
  });
});

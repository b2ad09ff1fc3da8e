import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  both,
  type Change,
  type ChatDialectName,
  chatDialects,
  chatDone,
  chatError,
  chatFrame,
  cutAfter,
  endlessAfter,
  type Fault,
  headOf,
  hello,
  inPiecesOf,
  insertAt,
  merged,
  messagesError,
  messagesFrame,
  openEnd,
  pieceOf,
  repeatPiece,
  type Script,
  type Step,
  say,
  script,
  splitAt,
  text,
  thinking,
  toBytes,
  toolCall,
  trickle,
  withHeaders,
  withoutLast,
  withPieces,
} from "../upstream/index.js";
import {
  ask,
  expectBroken,
  expectRefusal,
  expectRow,
  expectWhole,
  isRelayed,
  type Outcome,
  openWorld,
  parsedFrames,
  send,
  stopOf,
  streamWays,
  textOf,
  tokensOf,
  type Way,
  type WorldOptions,
} from "./upstream-world.js";

async function outcomeOf(
  way: Way,
  fault: Fault,
  said: Script = hello,
  options?: WorldOptions,
): Promise<Outcome> {
  const world = await openWorld(way, options);
  world.upstream.reply(say(said, fault));
  return ask(world);
}

const title = "($caller caller, $upstream upstream)";

/** A script whose stream has several frames of text before its end. */
const long = script([text("One ", "two ", "three ", "four.")]);

/** The frame of an error in the upstream's format. */
function errorFrame({ upstream }: Way, type: string, code: unknown, message = "Oops"): string {
  return upstream === "messages"
    ? messagesFrame(messagesError(type, message))
    : chatFrame(chatError(type, code, message));
}

/** The index of the first frame after the first piece of text. */
function afterText({ upstream }: Way): number {
  return upstream === "messages" ? 4 : 2;
}

/** What comes after so many frames is replaced. */
function endingWith(piece: number, ...frames: readonly string[]): Change {
  return withPieces((pieces) => [...pieces.slice(0, piece), ...frames]);
}

describe("a stream that fails", () => {
  it.each(streamWays)(`S01 by closing without an event has a real status ${title}`, async (way) => {
    for (const fault of [cutAfter({ byte: 0 }, "end"), cutAfter({ byte: 0 }, "close")]) {
      const outcome = await outcomeOf(way, fault);
      expect(outcome.status).toBe(502);
      expectRow(outcome, "upstream_error", "estimated");
    }
    expectRefusal(await outcomeOf(way, cutAfter({ byte: 0 }, "end")), "upstream_bad_response");
  });

  it.each(streamWays)(`S02 with its first event has a real status ${title}`, async (way) => {
    const overloaded = await outcomeOf(
      way,
      endingWith(0, errorFrame(way, "overloaded_error", 503)),
    );
    expectRefusal(overloaded, "overloaded");
    const unnamed = await outcomeOf(
      way,
      endingWith(0, errorFrame(way, "overloaded_error", 503).replace(/^event: .*\n/, "")),
    );
    expectRefusal(unnamed, "overloaded");
    for (const outcome of [overloaded, unnamed]) expectRow(outcome, "upstream_error", "none");
  });

  it.each(streamWays)(`S03 with an error event after output ends with it ${title}`, async (way) => {
    const frame = errorFrame(way, "overloaded_error", 503, "canary-of-the-text");
    const outcome = await outcomeOf(way, endingWith(afterText(way), frame));
    expect(textOf(outcome)).toBe("Hel");
    expectRow(outcome, "upstream_error", "estimated");
    if (isRelayed(way)) {
      expect(outcome.text.endsWith(frame)).toBe(true);
      expect(parsedFrames(outcome).filter(({ error }) => error !== undefined)).toHaveLength(1);
    } else {
      expectBroken(outcome, "overloaded");
      expect(outcome.text).not.toContain("canary-of-the-text");
    }
  });

  it.each(streamWays)(`S04 by a reset ends with an error frame ${title}`, async (way) => {
    const outcome = await outcomeOf(way, cutAfter({ piece: afterText(way) }, "reset"));
    expectBroken(outcome, "upstream_unavailable");
    expect(textOf(outcome)).toBe("Hel");
    expectRow(outcome, "upstream_error", "estimated");
  });

  it.each(streamWays)(`S05 by ending too early is never a success ${title}`, async (way) => {
    // What a Messages stream ends with: block stop, delta, stop; a Chat stream: finish, usage, mark.
    const missing = way.upstream === "messages" ? [1, 2, 3, 4] : [3, 4];
    for (const count of missing) {
      const outcome = await outcomeOf(way, withoutLast(count));
      expectBroken(outcome, "upstream_bad_response");
      expect(outcome.rows).toMatchObject([{ state: "settled", end: "upstream_error" }]);
    }
  });

  it.each(streamWays.filter(({ upstream }) => upstream === "chat-completions"))(
    `S05 without its mark, but with a finish reason, is whole ${title}`,
    async (way) => {
      for (const count of [1, 2]) {
        const outcome = await outcomeOf(way, withoutLast(count));
        expect(textOf(outcome)).toBe("Hello");
        expect(stopOf(outcome)).toBe(way.caller === "messages" ? "end_turn" : "stop");
        expect(parsedFrames(outcome).filter(({ error }) => error !== undefined)).toEqual([]);
        expectRow(outcome, "completed", count === 1 ? "reported" : "estimated");
        // What is relayed is not made more whole than it was.
        if (!isRelayed(way)) expectWhole(outcome, "Hello");
      }
    },
  );

  it.each(streamWays)(`S07 inside a frame does not show the frame ${title}`, async (way) => {
    for (const bytes of [1, 2, 10]) {
      const cut = withPieces((pieces) => {
        const whole = pieces.slice(0, afterText(way) + 1);
        return [...whole.slice(0, -1), whole.at(-1)?.subarray(0, -bytes) ?? ""];
      });
      const outcome = await outcomeOf(way, cut);
      expectBroken(outcome, "upstream_bad_response");
      expect(textOf(outcome)).toBe("Hel");
    }
  });

  it.each(streamWays)(`S08 with a frame that is no object ${title}`, async (way) => {
    for (const data of ["{not json", '{"cut":', '"text"', "7", "null", "[]"]) {
      const outcome = await outcomeOf(way, insertAt(afterText(way), `data: ${data}\n\n`));
      expectBroken(outcome, "upstream_bad_response");
      expect(textOf(outcome)).toBe("Hel");
      expect(outcome.text).not.toContain(data === "null" ? "data: null" : `data: ${data}`);
      expectRow(outcome, "upstream_error", "estimated");
    }
  });
});

describe("S09 a stream that falls silent", () => {
  const timeouts = { firstEvent: 400, betweenEvents: 200 };
  const options = { upstream: { timeouts }, service: { pingInterval: 50 } };

  it.each(streamWays)(`S09 before its first event has a real status ${title}`, async (way) => {
    const outcome = await outcomeOf(way, cutAfter({ piece: 0 }, "stall"), hello, options);
    expectRefusal(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "estimated");
  });

  it.each(streamWays)(`S09 after some is kept alive, and then ended ${title}`, async (way) => {
    const sign = way.caller === "messages" ? /event: ping\n/g : /^:/gm;
    for (const piece of [1, afterText(way), afterText(way) + 1]) {
      const outcome = await outcomeOf(way, cutAfter({ piece }, "stall"), hello, options);
      expectBroken(outcome, "upstream_timeout");
      expectRow(outcome, "timeout", "estimated");
      expect(outcome.text.match(sign)?.length).toBeGreaterThan(1);
    }
  });
});

/** One event stream in the forms that readers of the standard must take. */
const eventStreamForms: Readonly<Record<string, Change>> = {
  "lines that end with CR LF": rewritten((frames) => frames.replaceAll("\n", "\r\n")),
  "lines that end with CR": rewritten((frames) => frames.replaceAll("\n", "\r")),
  "line ends of every kind": rewritten((frames) => {
    let count = 0;
    return frames.replaceAll("\n\n", () => ["\r\n\r\n", "\n\n", "\r\r"][count++ % 3] ?? "");
  }),
  "a byte order mark": insertAt(0, "\ufeff"),
  "no space after the colon": rewritten((frames) =>
    frames.replaceAll("data: ", "data:").replaceAll("event: ", "event:"),
  ),
  comments: rewritten((frames) => frames.replaceAll("\n\n", "\n\n: keep-alive\n\n:\n\n")),
  "comments inside of frames": rewritten((frames) => frames.replaceAll("\n\n", "\n: inside\n\n")),
  "other fields": rewritten((frames) =>
    frames.replaceAll("\n\n", "\nid: 7\nretry: 10\nother: x\nname\n\n"),
  ),
  "empty frames": rewritten((frames) => frames.replaceAll("\n\n", "\n\n\n\n\n")),
  "two data lines": rewritten((frames) => frames.replaceAll('{"', '{\ndata: "')),
};

describe("S09 signs of life of an upstream", () => {
  const sign = ({ upstream }: Way) =>
    upstream === "messages" ? messagesFrame({ type: "ping" }) : ": still working\n\n";
  /** A sign of life every 20 ms, for ever. */
  const onlySigns =
    (piece: number, frame: string): Fault =>
    (answer) => ({
      *[Symbol.iterator](): Generator<Step> {
        yield* [headOf(answer), ...answer.pieces.slice(0, piece).map((at) => pieceOf(answer, at))];
        for (;;) yield* [pieceOf(answer, toBytes(frame)), { do: "wait", milliseconds: 20 }];
      },
    });
  const options = { upstream: { timeouts: { firstEvent: 300, betweenEvents: 150, total: 900 } } };

  it.each(streamWays)(`S09 are no events, before the first one ${title}`, async (way) => {
    const comment = onlySigns(0, ": still working\n\n");
    expectRefusal(await outcomeOf(way, comment, hello, options), "upstream_timeout");
  });

  it.each(streamWays)(`S09 keep no stream alive for ever ${title}`, async (way) => {
    const since = performance.now();
    const outcome = await outcomeOf(way, onlySigns(afterText(way), sign(way)), hello, options);
    expectBroken(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "estimated");
    // Relayed signs go through as they come, until the time in all is over.
    if (!isRelayed(way)) expect(performance.now() - since).toBeLessThan(600);
  });
});

describe("a stream that is slow, large or odd", () => {
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

  it.each(streamWays)(`S10 that trickles is told in whole frames ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello, trickle(3, 0)));
    const response = await send(world);
    const reader = response.body?.getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const blocks: string[] = [];
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      blocks.push(decoder.decode(read.value));
    }
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.filter((block) => !block.endsWith("\n\n"))).toEqual([]);
    expect(textOf({ way, text: blocks.join("") } as Outcome)).toBe("Hello");
  });

  it.each(streamWays)(
    `S11 passes frames of one megabyte and of nearly four ${title}`,
    async (way) => {
      const texts = [1_048_576, 4_100_000].map((length) => "x".repeat(length));
      const outcome = await outcomeOf(way, merged, script([text("a", ...texts)]));
      expectWhole(outcome, `a${texts.join("")}`);
    },
  );

  it.each([
    ["a frame over the bound", (way: Way) => insertAt(afterText(way), tooLarge(way))],
    ["a line without end", (way: Way) => endlessAfter(afterText(way), "x".repeat(262_144))],
    [
      "a comment without end",
      (way: Way) => endlessAfter(afterText(way), `:${"x".repeat(262_144)}`),
    ],
    [
      "data lines without end",
      (way: Way) => endlessAfter(afterText(way), `data: ${"x".repeat(262_144)}\n`),
    ],
  ])("S11 is ended by %s", async (_name, fault) => {
    for (const way of streamWays) {
      const outcome = await outcomeOf(way, fault(way));
      expectBroken(outcome, "upstream_bad_response");
      expect(textOf(outcome)).toBe("Hel");
      expectRow(outcome, "limit", "estimated");
    }
  });

  it.each(Object.keys(eventStreamForms))("S13 may be written with %s", async (form) => {
    for (const way of streamWays) {
      const outcome = await outcomeOf(way, eventStreamForms[form] ?? merged, long);
      expectWhole(outcome, "One two three four.");
      expectRow(outcome, "completed", "reported");
    }
  });

  it.each(streamWays)(`S14 may be cut anywhere ${title}`, async (way) => {
    const said = script([
      thinking(["Hm, ", "ü."], "c2ln"),
      text("Grüße ", "😀 ", "مرحبا"),
      toolCall("call_1", "weather", '{"city"', ':"Zürich"}'),
    ]);
    const world = await openWorld(way);
    const answersOf = async (fault: Fault) => {
      world.upstream.reply(say(said, fault));
      const response = await send(world);
      return (await response.text()).replaceAll(/"created":\d+/g, "");
    };
    const whole = await answersOf((answer) => answer);
    expect(whole).toContain("😀");
    expect(await answersOf(inPiecesOf(1))).toBe(whole);
    expect(await answersOf(merged)).toBe(whole);
    for (let byte = 1; byte < 1_500; byte += 29) {
      expect(await answersOf(splitAt(byte)), `cut at ${byte}`).toBe(whole);
    }
  });

  it.each(streamWays)(`S15 S16 keeps halves of characters and controls ${title}`, async (way) => {
    const strange = 'nul \u0000 line \u2028 return \r\n quote " end';
    const outcome = await outcomeOf(way, merged, script([text("\ud83d", "\ude00", strange)]));
    expectWhole(outcome, `\u{1f600}${strange}`);
    expect(outcome.text).not.toContain("\ufffd");
    const lines = outcome.text.split(/[\r\n]+/).filter((line) => line !== "");
    expect(lines.filter((line) => !/^(?:data:|event:|:)/.test(line))).toEqual([]);
  });

  it.each(streamWays)(
    `S19 without usage is whole, and its tokens are estimated ${title}`,
    async (way) => {
      const outcome = await outcomeOf(way, merged, script([text("Hello")], { usage: undefined }));
      expectWhole(outcome, "Hello");
      expectRow(outcome, "completed", "estimated");
      expect(tokensOf(outcome).every((count) => (count ?? 0) > 0)).toBe(true);
    },
  );

  it.each(streamWays)(`S20 with arguments that are no JSON is whole ${title}`, async (way) => {
    const said = script([toolCall("call_1", "weather", '{"city": "Par', "is, ")]);
    const outcome = await outcomeOf(way, merged, said);
    expectWhole(outcome, "");
    expect(argumentsOf(outcome)).toContain('"city": "Paris, ');
    expectRow(outcome, "completed", "reported");
  });

  it.each(streamWays)(
    `S21 is asked for as it is, and may be compressed all the same ${title}`,
    async (way) => {
      const world = await openWorld(way);
      const compressed = both(merged, (answer) => ({
        ...withHeaders({ "content-encoding": "gzip" })(answer),
        pieces: answer.pieces.map((piece) => gzipSync(piece)),
      }));
      world.upstream.reply(say(hello, compressed));
      const outcome = await ask(world);
      expectWhole(outcome, "Hello");
      expect(outcome.headers.get("content-encoding")).toBeNull();
      expect(world.upstream.requests[0]?.header("accept-encoding")).toBe("identity");
    },
  );

  it.each(streamWays)(
    `S22 of ten thousand events at once lets others work ${title}`,
    async (way) => {
      const words = Array.from({ length: 10_000 }, (_, index) => `w${index} `);
      const world = await openWorld(way);
      world.upstream.reply(say(script([text(...words)]), merged));
      let longest = 0;
      let last = performance.now();
      const ticker = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }, 1);
      const response = await send(world);
      const answer = await response.text();
      clearInterval(ticker);
      expect(textOf({ way, text: answer } as Outcome)).toBe(words.join(""));
      // The figure to hold is 50 ms; this machine runs other tests at the same time.
      expect(longest).toBeLessThan(500);
    },
  );
});

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
      const outcome = await outcomeOf(way, disorders[name] ?? merged);
      expectBroken(outcome, "upstream_bad_response");
      expect(outcome.text).not.toContain("lost");
    }
  });

  it.each(toMessages)(`S17 of a Messages upstream: text before the start ${title}`, async (way) => {
    const early = withPieces((pieces) => [atIndex(pieces, 3), ...pieces]);
    const outcome = await outcomeOf(way, early);
    if (isRelayed(way)) expectRefusal(outcome, "upstream_bad_response");
    else expectWhole(outcome, "Hello");
  });

  it.each(toMessages)(
    `S17 of a Messages upstream: a block that ends twice ${title}`,
    async (way) => {
      const outcome = await outcomeOf(way, repeatPiece(5));
      if (isRelayed(way)) expectBroken(outcome, "upstream_bad_response");
      else expectWhole(outcome, "Hello");
    },
  );

  const toChat = streamWays.filter(({ upstream }) => upstream === "chat-completions");

  it.each(toChat)(`S17 of a Chat upstream: a call that has no name ${title}`, async (way) => {
    const delta = { tool_calls: [{ index: 3, function: { arguments: '{"a":1}' } }] };
    const chunk = { choices: [{ index: 0, delta, finish_reason: null }] };
    const outcome = await outcomeOf(way, insertAt(2, chatFrame(chunk)));
    if (isRelayed(way)) expectWhole(outcome, "Hello");
    else expectBroken(outcome, "upstream_bad_response");
  });
});

describe("S18 usage in a stream", () => {
  it.each(Object.keys(chatDialects) as ChatDialectName[])(
    "S18 is found wherever a server puts it: %s",
    async (dialect) => {
      for (const way of streamWays) {
        const world = await openWorld(way);
        const said = script([text("Hel", "lo")], { usage: { input: 21, output: 5, cacheRead: 4 } });
        world.upstream.reply(say(said, undefined, { dialect }));
        const outcome = await ask(world);
        expectWhole(outcome, "Hello");
        expectRow(outcome, "completed", "reported");
        const [row] = outcome.rows;
        const used = row?.state === "settled" ? row.usage : undefined;
        expect((used?.input ?? 0) + (used?.cacheRead ?? 0)).toBe(25);
        expect(used?.output).toBe(5);
      }
    },
  );

  it.each(streamWays.filter(({ upstream }) => upstream === "chat-completions"))(
    `S18 counts the last one when it comes with every chunk, or twice ${title}`,
    async (way) => {
      const growing = withPieces((pieces) =>
        pieces.map((piece, index) => {
          const chunk = Buffer.from(piece).toString();
          if (chunk === chatDone) return piece;
          const usage = { prompt_tokens: 9, completion_tokens: index, total_tokens: 9 + index };
          return chatFrame({ ...JSON.parse(chunk.slice("data: ".length)), usage });
        }),
      );
      const outcome = await outcomeOf(way, growing, long);
      expectWhole(outcome, "One two three four.");
      expect(tokensOf(outcome)).toEqual([9, 6]);
      const twice = await outcomeOf(way, both(growing, repeatPiece(6)), long);
      expect(tokensOf(twice)).toEqual([9, 6]);
    },
  );
});

/** All frames as one text, changed and sent in one piece. */
function rewritten(change: (frames: string) => string): Change {
  return withPieces((pieces) => [change(Buffer.concat(pieces).toString())]);
}

/** A frame of more than four megabytes, legal but for its size. */
function tooLarge(way: Way): string {
  return textFrame(way, "x".repeat(5 * 1_048_576));
}

/** A frame of text in the upstream's format. */
function textFrame({ upstream }: Way, content: string): string {
  return upstream === "messages"
    ? messagesFrame({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: content },
      })
    : chatFrame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

/** The fragments of the arguments of all calls. */
function argumentsOf(outcome: Outcome): string {
  return parsedFrames(outcome)
    .map(
      ({ delta, choices }) =>
        delta?.partial_json ??
        choices?.[0]?.delta.tool_calls?.map((call) => call.function?.arguments ?? "").join("") ??
        "",
    )
    .join("");
}

describe("S12 output without end", () => {
  const endless = (way: Way) => endlessAfter(afterText(way), textFrame(way, "more "));

  it.each(streamWays)(`S12 is ended at the bound of a reply ${title}`, async (way) => {
    const bounds = { replyCharacters: 20_000 };
    const outcome = await outcomeOf(way, endless(way), hello, { service: { bounds } });
    expectBroken(outcome, "upstream_bad_response");
    expectRow(outcome, "limit", "estimated");
  });

  it.each(streamWays)(`S12 is ended by the time in all ${title}`, async (way) => {
    const paced = trickle(40, 1);
    const said = script([text(...Array.from({ length: 400 }, () => "more "))]);
    const outcome = await outcomeOf(way, paced, said, { upstream: { timeouts: { total: 150 } } });
    expectBroken(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "estimated");
  });
});

import { gzipSync } from "node:zlib";
import { endpoints } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import {
  both,
  type Change,
  type ChatDialectName,
  chatDialects,
  chatDone,
  chatFrame,
  type Fault,
  hello,
  inPiecesOf,
  insertAt,
  isHttpAnswer,
  merged,
  type RecordedRequest,
  repeatPiece,
  say,
  script,
  splitAt,
  text,
  thinking,
  toolCall,
  trickle,
  withHeaders,
  withPieces,
} from "../../upstream/index.js";
import { expectRow, expectWhole, parsedFrames, textOf, tokensOf } from "./outcomes.js";
import { isRelayed, streamWays } from "./ways.js";
import { ask, type Outcome, openWorld, outcomeWith, requestOf, send } from "./world.js";

const title = "($caller caller, $upstream upstream)";

/** A script whose stream has several frames of text before its end. */
const long = script([text("One ", "two ", "three ", "four.")]);

/** All frames as one text, changed and sent in one piece. */
function rewritten(change: (frames: string) => string): Change {
  return withPieces((pieces) => [change(Buffer.concat(pieces).toString())]);
}

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

describe("a stream that is slow or odd", () => {
  it.each(streamWays)(`S10 that trickles is passed on in whole frames ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello, trickle(7, 0)));
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

  it.each(Object.keys(eventStreamForms))("S13 may be written with %s", async (form) => {
    for (const way of streamWays) {
      const outcome = await outcomeWith(way, eventStreamForms[form] ?? merged, long);
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
    const outcome = await outcomeWith(way, merged, script([text("\ud83d", "\ude00", strange)]));
    expectWhole(outcome, `\u{1f600}${strange}`);
    expect(outcome.text).not.toContain("\ufffd");
    // Some readers take these for line ends, too. A relayed stream has the bytes of its upstream.
    if (!isRelayed(way)) expect(outcome.text).not.toMatch(/[\u2028\u2029]/);
    const lines = outcome.text.split(/[\r\n]+/).filter((line) => line !== "");
    expect(lines.filter((line) => !/^(?:data:|event:|:)/.test(line))).toEqual([]);
  });

  it.each(streamWays)(
    `S19 without usage is whole, and its tokens are estimated ${title}`,
    async (way) => {
      const outcome = await outcomeWith(way, merged, script([text("Hello")], { usage: undefined }));
      expectWhole(outcome, "Hello");
      expectRow(outcome, "completed", "observed");
      expect(tokensOf(outcome).every((count) => (count ?? 0) > 0)).toBe(true);
    },
  );

  it.each(streamWays)(`S20 with arguments that are no JSON is whole ${title}`, async (way) => {
    const said = script([toolCall("call_1", "weather", '{"city": "Par', "is, ")]);
    const outcome = await outcomeWith(way, merged, said);
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
      const work = countTurns();
      const response = await send(world);
      const answer = await response.text();
      const turns = work.end();
      expect(textOf({ way, text: answer } as Outcome)).toBe(words.join(""));
      // Others have their turn in between, whatever the speed of the machine.
      expect(turns).toBeGreaterThan(3);
    },
  );
});

it.each(streamWays)(
  `S22 events that are all there give others their turn in between ${title}`,
  async (way) => {
    const words = Array.from({ length: 10_000 }, (_, index) => `w${index} `);
    const asked = { path: endpoints[way.upstream].path, body: { stream: true } } as RecordedRequest;
    const answer = say(script([text(...words)]), merged)(asked);
    const [bytes = new Uint8Array()] = isHttpAnswer(answer) ? answer.pieces : [];
    const blocks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
      bytes.subarray(index * 65_536, (index + 1) * 65_536),
    );
    const body = new ReadableStream({
      start(controller) {
        for (const block of blocks) controller.enqueue(block);
        controller.close();
      },
    });
    const headers = { "content-type": "text/event-stream" };
    const fetch = async () => new Response(body, { headers });
    const { service } = await openWorld(way, { upstream: { fetch } });
    // Without a socket of its own, so that only the work of the service is between two turns.
    const response = await service.request(endpoints[way.caller].path, requestOf(way));
    const work = countTurns();
    const bytesOfTurns = new Map<number, number>();
    let length = 0;
    for await (const block of response.body ?? []) {
      length += block.length;
      bytesOfTurns.set(work.turns(), (bytesOfTurns.get(work.turns()) ?? 0) + block.length);
    }
    work.end();
    expect(Math.max(...bytesOfTurns.values())).toBeLessThan(length / 4);
  },
);

/** Counts the turns of the event loop. */
function countTurns() {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  return {
    turns: () => turns,
    end() {
      clearImmediate(next);
      return turns;
    },
  };
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
      const outcome = await outcomeWith(way, growing, long);
      expectWhole(outcome, "One two three four.");
      expect(tokensOf(outcome)).toEqual([9, 6]);
      const twice = await outcomeWith(way, both(growing, repeatPiece(6)), long);
      expect(tokensOf(twice)).toEqual([9, 6]);
    },
  );
});

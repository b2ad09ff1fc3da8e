import type { Answer, ByteSource, Clock } from "@diglot/core";
import type { FormatName } from "@diglot/core/translation";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerFault, applyFaults } from "./apply-faults.js";
import type { Fault, Place } from "./fault.js";
import type { FaultContext } from "./fault-context.js";
import { faults } from "./faults.js";
import { isLost } from "./lost-answer.js";
import { wireWords } from "./places/wire-words.js";

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** A clock whose time passes at once, and which notes what was waited for. */
function createHastyClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    monotonic: () => 0,
    after(milliseconds, callback) {
      waits.push(milliseconds);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
}

function contextOf(format: FormatName, parts: Partial<FaultContext> = {}): FaultContext {
  return {
    format,
    words: wireWords[format],
    isStream: true,
    requestId: "req_1",
    clock: createHastyClock(),
    ...parts,
  };
}

/** A source that knows how it was left. */
function createWatchedSource(blocks: readonly Uint8Array[]) {
  const left = [...blocks];
  const watched = { cancels: 0, ended: false };
  const source: ByteSource = {
    async read() {
      watched.ended ||= left.length === 0;
      return left.shift();
    },
    async cancel() {
      watched.cancels += 1;
    },
  };
  return { source, watched };
}

const eventStream = [["content-type", "text/event-stream"]] as const;

function answerOf(body: Answer["body"], headers: Answer["headers"] = eventStream): Answer {
  return { status: 200, headers, body };
}

async function readAll({ body }: Answer): Promise<Uint8Array> {
  if (body === undefined || body instanceof Uint8Array) return body ?? new Uint8Array();
  const reads: Uint8Array[] = [];
  for (let block = await body.read(); block; block = await body.read()) reads.push(block);
  return new Uint8Array(Buffer.concat(reads));
}

async function changed(body: string, fault: Fault, context = contextOf("messages")) {
  const answer = answerOf(utf8.encode(body));
  return text.decode(await readAll(applyFaults(answer, [fault as AnswerFault], context)));
}

const frame = (event: string) => `event: ${event}\ndata: {"type":"${event}"}\n\n`;
const messages = {
  start: frame("message_start"),
  open: frame("content_block_start"),
  ping: frame("ping"),
  delta: frame("content_block_delta"),
  close: frame("content_block_stop"),
  end: frame("message_delta"),
  stop: frame("message_stop"),
};
const m = messages;
const messageStream = [m.start, m.open, m.ping, m.delta, m.close, m.open, m.close, m.end, m.stop];

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const chat = {
  role: chunk({ role: "assistant", content: null }),
  thought: chunk({ reasoning_content: "Hm" }),
  text: chunk({ content: "Hi" }),
  more: chunk({ content: " you" }),
  call0: chunk({ tool_calls: [{ index: 0, function: { name: "f", arguments: "" } }] }),
  call1: chunk({ tool_calls: [{ index: 1, function: { name: "g", arguments: "" } }] }),
  finish: chunk({}, "tool_calls"),
  usage: 'data: {"choices":[],"usage":{}}\n\n',
  done: "data: [DONE]\n\n",
};
const c = chat;
const chatStream = [c.role, c.thought, c.text, c.more, c.call0, c.call1, c.finish, c.usage, c.done];

describe("a place in a stream of messages", () => {
  const at = (place: Place) => changed(messageStream.join(""), faults.cut(place));

  it("stands after so many events, of which pings are none", async () => {
    expect(await at({ events: 2 })).toBe(m.start + m.open);
    expect(await at({ events: 3 })).toBe(m.start + m.open + m.ping + m.delta);
  });

  it("stands after the end of so many content blocks", async () => {
    expect(await at({ blocks: 1 })).toBe(messageStream.slice(0, 5).join(""));
    expect(await at({ blocks: 2 })).toBe(messageStream.slice(0, 7).join(""));
  });

  it.each<Place>([{ bytes: 0 }, { events: 0 }, { blocks: 0 }])(
    "is the beginning for %j",
    async (place) => {
      expect(await at(place)).toBe("");
    },
  );

  it.each<Place>([{ bytes: 1e6 }, { events: 99 }, { blocks: 3 }])(
    "is the end for %j, which is beyond it",
    async (place) => {
      expect(await at(place)).toBe(messageStream.join(""));
    },
  );
});

describe("a place in a stream of chunks", () => {
  const at = (place: Place) =>
    changed(chatStream.join(""), faults.cut(place), contextOf("chat-completions"));

  it("stands where another kind of delta begins", async () => {
    expect(await at({ blocks: 1 })).toBe(c.role + c.thought);
    expect(await at({ blocks: 2 })).toBe(c.role + c.thought + c.text + c.more);
  });

  it("stands between tool calls, each of which is a block", async () => {
    expect(await at({ blocks: 3 })).toBe(chatStream.slice(0, 5).join(""));
    expect(await at({ blocks: 4 })).toBe(chatStream.slice(0, 6).join(""));
    expect(await at({ blocks: 5 })).toBe(chatStream.join(""));
  });

  it("counts the mark of the end as an event, and no comments", async () => {
    const stream = `: keep-alive\n\n${c.text}${c.done}`;
    const chatContext = contextOf("chat-completions");
    expect(await changed(stream, faults.cut({ events: 1 }), chatContext)).toBe(
      `: keep-alive\n\n${c.text}`,
    );
    expect(await changed(stream, faults.cut({ events: 2 }), chatContext)).toBe(stream);
  });
});

describe("a fault of a stream", () => {
  it("leaves out the last event of either format", async () => {
    expect(await changed(messageStream.join(""), faults.noTerminal())).toBe(
      messageStream.slice(0, -1).join(""),
    );
    expect(
      await changed(chatStream.join(""), faults.noTerminal(), contextOf("chat-completions")),
    ).toBe(chatStream.slice(0, -1).join(""));
  });

  it("repeats the event before a place", async () => {
    const stream = m.start + m.open + m.delta;
    expect(await changed(stream, faults.duplicate({ events: 2 }))).toBe(
      m.start + m.open + m.open + m.delta,
    );
  });

  it("repeats the whole event that a place in bytes is inside of", async () => {
    const stream = m.start + m.open + m.delta;
    expect(await changed(stream, faults.duplicate({ bytes: m.start.length + 5 }))).toBe(
      m.start + m.open + m.open + m.delta,
    );
  });

  it("puts bytes where they do not belong", async () => {
    expect(await changed(m.start + m.open, faults.garbage({ events: 1 }, "data: ?\n\n"))).toBe(
      `${m.start}data: ?\n\n${m.open}`,
    );
  });

  it("ends with an error event in the words of the Messages format", async () => {
    const broken = await changed(messageStream.join(""), faults.errorEvent({ blocks: 1 }));
    expect(broken).toBe(
      `${messageStream.slice(0, 5).join("")}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}\n\n`,
    );
  });

  it("ends with an error event in the words of Chat Completions, and no mark of the end", async () => {
    const fault = faults.errorEvent({ events: 3 }, { kind: "internal", message: "Broken." });
    expect(await changed(chatStream.join(""), fault, contextOf("chat-completions"))).toBe(
      `${chatStream.slice(0, 3).join("")}data: {"error":{"message":"Broken.","type":"server_error","param":null,"code":"internal"}}\n\n`,
    );
  });

  it("begins an error event on a line of its own, wherever the bytes of the place are", async () => {
    const broken = await changed(m.start + m.open, faults.errorEvent({ bytes: 3 }));
    expect(broken.startsWith(`${m.start}event: error\n`)).toBe(true);
  });

  it("fails where the connection breaks, as the platform's fetch does", async () => {
    const { source } = createWatchedSource([utf8.encode("abc"), utf8.encode("def")]);
    const answer = applyFaults(
      answerOf(source),
      [faults.reset({ bytes: 4 }) as AnswerFault],
      contextOf("messages"),
    );
    const body = answer.body as ByteSource;
    expect(text.decode(await body.read())).toBe("abc");
    expect(text.decode(await body.read())).toBe("d");
    await expect(body.read()).rejects.toMatchObject({
      name: "TypeError",
      message: "terminated",
      cause: { code: "ECONNRESET" },
    });
  });

  it("waits at a place by the service's clock", async () => {
    const clock = createHastyClock();
    const context = contextOf("messages", { clock });
    expect(await changed("abcdef", faults.stall({ bytes: 3 }, 5_000), context)).toBe("abcdef");
    expect(clock.waits).toEqual([5_000]);
  });

  it("waits between the pieces of a trickle", async () => {
    const clock = createHastyClock();
    const context = contextOf("messages", { clock });
    expect(await changed("abcde", faults.trickle(2, 7), context)).toBe("abcde");
    expect(clock.waits).toEqual([7, 7]);
  });

  it("ends a read that waits in a stall when the body is cancelled", async () => {
    const { source, watched } = createWatchedSource([utf8.encode("abc")]);
    const stall = faults.stall({ bytes: 1 }) as AnswerFault;
    const body = applyFaults(answerOf(source), [stall], contextOf("messages")).body as ByteSource;
    await body.read();
    const waiting = body.read();
    await body.cancel();
    expect(await waiting).toBeUndefined();
    expect(watched.cancels).toBe(1);
  });

  it("changes what the fault before it has left", async () => {
    const context = contextOf("messages");
    const cutFirst = [faults.cut({ bytes: 2 }), faults.garbage({ bytes: 9 }, "!")];
    const garbageFirst = [faults.garbage({ bytes: 0 }, "!"), faults.cut({ bytes: 2 })];
    const read = async (list: Fault[]) =>
      text.decode(
        await readAll(applyFaults(answerOf(utf8.encode("abc")), list as AnswerFault[], context)),
      );
    expect(await read(cutFirst)).toBe("ab!");
    expect(await read(garbageFirst)).toBe("!a");
  });
});

describe("a fault of a JSON answer", () => {
  const json = '{"text":"ä"}';
  const length = utf8.encode(json).length;
  const head = [["content-length", String(length)]] as const;
  const context = contextOf("messages", { isStream: false });
  const apply = (fault: Fault) =>
    applyFaults(answerOf(utf8.encode(json), head), [fault as AnswerFault], context);
  const lengthOf = ({ headers }: Answer) => new Map(headers).get("content-length");

  it("takes a place that is not in bytes as the half", async () => {
    expect(await readAll(apply(faults.cut({ events: 1 })))).toEqual(
      utf8.encode(json).subarray(0, Math.floor(length / 2)),
    );
    expect(await readAll(apply(faults.cut({ blocks: 7 })))).toHaveLength(Math.floor(length / 2));
  });

  it("keeps the promised length of a body that is cut, and closes the connection", async () => {
    const answer = apply(faults.cut({ bytes: 3 }));
    expect(lengthOf(answer)).toBe(String(length));
    expect(new Map(answer.headers).get("connection")).toBe("close");
    expect(text.decode(await readAll(answer))).toBe('{"t');
  });

  it("may be cut inside a character", async () => {
    const cut = await readAll(apply(faults.cut({ bytes: 10 })));
    expect(text.decode(cut)).toBe('{"text":"\uFFFD');
  });

  it("promises the length of a body that grows", async () => {
    for (const fault of [faults.garbage({ bytes: 3 }, "ä!"), faults.duplicate({ bytes: 4 })]) {
      const answer = apply(fault);
      expect(lengthOf(answer)).toBe(String((await readAll(answer)).length));
    }
    const half = apply(faults.duplicate({ events: 1 }));
    expect(lengthOf(half)).toBe(String((await readAll(half)).length));
  });

  it("repeats the bytes up to the place", async () => {
    expect(text.decode(await readAll(apply(faults.duplicate({ bytes: 2 }))))).toBe(`{"${json}`);
  });

  it("leaves it whole where only a stream can go wrong", async () => {
    expect(text.decode(await readAll(apply(faults.noTerminal())))).toBe(json);
  });
});

describe("a fault of the head", () => {
  const answer = answerOf(utf8.encode("{}"), [["content-type", "application/json"]]);
  const context = contextOf("messages");
  const apply = (fault: Fault) => applyFaults(answer, [fault as AnswerFault], context);

  it("is another content type, or none", () => {
    expect(apply(faults.contentType("text/plain")).headers).toEqual([
      ["content-type", "text/plain"],
    ]);
    expect(apply(faults.contentType()).headers).toEqual([]);
  });

  it("is a page of a proxy without a request id", async () => {
    const page = apply(faults.html(503));
    expect(page.status).toBe(503);
    expect(page.headers.map(([name]) => name)).toEqual(["content-type", "content-length"]);
    expect(text.decode(await readAll(page))).toContain("<html>");
  });

  it("is a lost connection, which copies of the answer still tell", () => {
    const lost = apply(faults.unreachable());
    expect(isLost(lost)).toBe(true);
    expect(isLost({ ...lost, body: undefined })).toBe(true);
    expect(isLost(answer)).toBe(false);
  });

  it("must be one that exists", () => {
    expect(() => apply({ type: "nonsense" } as never)).toThrow('There is no fault "nonsense".');
  });
});

const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ bytes: fc.nat(400) }),
  fc.record({ events: fc.nat(10) }),
  fc.record({ blocks: fc.nat(4) }),
);
const anyBodyFault: fc.Arbitrary<AnswerFault> = fc.oneof(
  anyPlace.map(faults.cut),
  anyPlace.map(faults.reset),
  anyPlace.map((at) => faults.stall(at, 5)),
  anyPlace.map((at) => faults.garbage(at)),
  anyPlace.map(faults.duplicate),
  anyPlace.map((at) => faults.errorEvent(at)),
  fc.constant(faults.noTerminal()),
  fc.constantFrom(faults.splitCharacters(), faults.splitLines(), faults.merge(2)),
  fc.integer({ min: 1, max: 50 }).map((bytes) => faults.trickle(bytes, 1)),
) as fc.Arbitrary<AnswerFault>;
const anyStream = fc
  .tuple(
    fc.constantFrom("messages" as const, "chat-completions" as const),
    fc.integer(),
    fc.nat(80),
  )
  .map(([format, seed, size]) => {
    const bytes = utf8.encode((format === "messages" ? messageStream : chatStream).join(""));
    const blocks: Uint8Array[] = [];
    for (let from = 0, step = 1; from < bytes.length; from += step) {
      step = 1 + (Math.abs(seed + from) % (size + 1));
      blocks.push(bytes.slice(from, from + step));
    }
    return { format, bytes, blocks };
  });

describe("every fault", () => {
  it("lets go of the body under it: read to its end, or cancelled once", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStream,
        fc.array(anyBodyFault, { minLength: 1, maxLength: 3 }),
        async ({ format, blocks }, list) => {
          const { source, watched } = createWatchedSource(blocks);
          await readAll(applyFaults(answerOf(source), list, contextOf(format))).catch(() => {});
          expect(watched.cancels).toBe(watched.ended ? 0 : 1);
        },
      ),
    );
  });

  it("lets go of the body under it when its reader leaves at any moment", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStream,
        fc.array(anyBodyFault, { minLength: 1, maxLength: 3 }),
        fc.nat(20),
        async ({ format, blocks }, list, reads) => {
          const { source, watched } = createWatchedSource(blocks);
          const answer = applyFaults(answerOf(source), list, contextOf(format));
          const body = answer.body as ByteSource;
          for (let read = 0; read < reads; read++) await body.read().catch(() => {});
          await body.cancel();
          await body.cancel();
          expect(watched.cancels).toBe(watched.ended ? 0 : 1);
          expect(await body.read()).toBeUndefined();
        },
      ),
    );
  });

  it("changes the same bytes in the same way, however they come", async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyBodyFault, async ({ format, bytes, blocks }, fault) => {
        const { source } = createWatchedSource(blocks);
        const read = (body: Answer["body"]) =>
          readAll(applyFaults(answerOf(body), [fault], contextOf(format))).catch(String);
        expect(await read(source)).toEqual(await read(bytes));
      }),
    );
  });

  it("that cuts after bytes leaves exactly those", async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, fc.nat(2_000), async ({ format, bytes, blocks }, length) => {
        const { source } = createWatchedSource(blocks);
        const cut = faults.cut({ bytes: length }) as AnswerFault;
        const rest = await readAll(applyFaults(answerOf(source), [cut], contextOf(format)));
        expect(rest).toEqual(bytes.subarray(0, length));
      }),
    );
  });
});

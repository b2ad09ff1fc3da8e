import type { Answer, ByteSource } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  changed,
  chatStream,
  contextOf,
  createHastyClock,
  createWatchedSource,
  messages as m,
  messageStream,
  readAll,
  text,
  utf8,
} from "../../test/faults/bodies.js";
import { type AnswerFault, applyFaults } from "./apply-faults.js";
import type { Fault } from "./fault.js";
import { faults } from "./faults.js";
import { isLost } from "./lost-answer.js";

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

  it("repeats the event before a place at its end, and no ping behind it", async () => {
    const stream = m.start + m.open + m.ping + m.delta;
    const repeated = m.start + m.open + m.open + m.ping + m.delta;
    const end = (m.start + m.open).length;
    expect(await changed(stream, faults.duplicate({ bytes: end }))).toBe(repeated);
    expect(await changed(stream, faults.duplicate({ bytes: end + m.ping.length }))).toBe(
      m.start + m.open + m.ping + m.open + m.delta,
    );
  });

  it("repeats nothing before the first event", async () => {
    for (const place of [{ bytes: 0 }, { events: 0 }, { blocks: 0 }]) {
      expect(await changed(m.start + m.open, faults.duplicate(place))).toBe(m.start + m.open);
    }
    expect(await changed(m.start, faults.errorEvent({ bytes: 0 }))).toMatch(/^event: error\n/);
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

  it("ends with an error event in the words of Chat Completions, and no end marker", async () => {
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

  it("comes at once in small pieces if there is no time between them", async () => {
    const clock = createHastyClock();
    const answer = answerOf(utf8.encode("abcd"));
    const trickle = faults.trickle(2, 0) as AnswerFault;
    const changedAnswer = applyFaults(answer, [trickle], contextOf("messages", { clock }));
    const { read } = changedAnswer.body as ByteSource;
    const reads = [await read(), await read(), await read()].map((block) => block?.length);
    expect([reads, clock.waits]).toEqual([[2, 2, undefined], []]);
  });

  it("leaves the head as it is, where that promises no length", () => {
    const list = [
      faults.cut({ bytes: 1 }),
      faults.garbage({ bytes: 1 }),
      faults.duplicate({ events: 1 }),
    ];
    for (const fault of list) {
      const answer = answerOf(utf8.encode("abc"), [["content-type", "text/event-stream"]]);
      const { headers } = applyFaults(answer, [fault as AnswerFault], contextOf("messages"));
      expect(headers).toEqual(answer.headers);
    }
  });

  it("leaves an answer without a body as it is", () => {
    const answer = answerOf(undefined);
    const cut = faults.cut({ bytes: 1 }) as AnswerFault;
    expect(applyFaults(answer, [cut], contextOf("messages")).body).toBeUndefined();
  });

  it("hands on what comes before its place, before an event is whole", async () => {
    const { source } = createWatchedSource(
      [m.start, m.open.slice(0, 9), m.open.slice(9)].map((part) => utf8.encode(part)),
    );
    const cut = faults.cut({ events: 2 }) as AnswerFault;
    const body = applyFaults(answerOf(source), [cut], contextOf("messages")).body as ByteSource;
    const reads = [await body.read(), await body.read(), await body.read()];
    expect(reads.map((block) => text.decode(block))).toEqual([
      m.start,
      m.open.slice(0, 9),
      m.open.slice(9),
    ]);
  });

  it("leaves no timer behind when a stall is cancelled", async () => {
    const clock = createFakeClock();
    const stall = faults.stall({ bytes: 1 }, 5_000) as AnswerFault;
    const context = contextOf("messages", { clock });
    const body = applyFaults(answerOf(utf8.encode("abc")), [stall], context).body as ByteSource;
    await body.read();
    const waiting = body.read();
    await flushPromises();
    expect(clock.pending).toBe(1);
    await body.cancel();
    await waiting;
    expect(clock.pending).toBe(0);
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

  it("has come to its end for whoever reads on behind a cancel, also where the body itself hangs", async () => {
    const source = {
      read: () => new Promise<undefined>(() => undefined),
      cancel: async () => undefined,
    };
    const cut = faults.cut({ bytes: 9 }) as AnswerFault;
    const body = applyFaults(answerOf(source), [cut], contextOf("messages")).body as ByteSource;
    const waiting = body.read();
    await body.cancel();
    expect([await waiting, await body.read()]).toEqual([undefined, undefined]);
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
  const head = [
    ["x-first", "1"],
    ["content-length", String(length)],
  ] as const;
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
    const doubled = apply(faults.duplicate({ bytes: 1_000 }));
    expect([lengthOf(doubled), (await readAll(doubled)).length]).toEqual([
      `${2 * length}`,
      2 * length,
    ]);
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

  it("is a lost connection, which copies of the answer still show", () => {
    const lost = apply(faults.unreachable());
    expect(isLost(lost)).toBe(true);
    expect(isLost({ ...lost, body: undefined })).toBe(true);
    expect(isLost(answer)).toBe(false);
  });

  it("must be one that exists", () => {
    expect(() => apply({ type: "nonsense" } as never)).toThrow('There is no fault "nonsense".');
  });
});

import type { Answer, ModelRequest, Reply } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { answerOf, readAll, text, utf8 } from "../../test/faults/bodies.js";
import type { Fault } from "./fault.js";
import { faults } from "./faults.js";
import { isLost } from "./lost-answer.js";
import { respondWithFaults } from "./respond-with-faults.js";

const own: Reply = {
  ...{ kind: "relay", status: 200, headers: [], body: new Uint8Array() },
  untilContent: async () => undefined,
};

/** What becomes of a request with these faults, and whether the model was asked. */
function respond(
  list: readonly Fault[],
  { stream = true, reply = own }: { stream?: boolean; reply?: Reply } = {},
) {
  const asked: string[] = [];
  const leaving = new AbortController();
  const clock = createFakeClock();
  const request = {
    ...{ origin: { format: "messages" }, stream, requestId: "req_1", clock },
    signal: leaving.signal,
  } as unknown as ModelRequest;
  const replied = respondWithFaults(list, request, async () => {
    asked.push("asked");
    return reply;
  });
  return { replied, asked, leaving, clock };
}

/** What the answer of a reply becomes. */
async function altered(reply: Reply, answer: Answer = answerOf(utf8.encode("abcdef"))) {
  const changed = reply.alter?.(answer) ?? answer;
  return { changed, body: text.decode(await readAll(changed)) };
}

describe("a request with faults", () => {
  it("has the model's own reply if there are none", async () => {
    const { replied, asked } = respond([]);
    expect(await replied).toBe(own);
    expect(asked).toHaveLength(1);
  });

  it("has an answer that was changed by the model first, and then by each fault in its order", async () => {
    const reply = { ...own, alter: (answer: Answer) => ({ ...answer, body: utf8.encode("ABC") }) };
    const list = [faults.cut({ bytes: 2 }), faults.garbage({ bytes: 1 }, "-")];
    expect((await altered(await respond(list, { reply }).replied)).body).toBe("A-B");
  });

  it("is cut at the half of its answer, where that is JSON and the place is one of a stream", async () => {
    const { replied } = respond([faults.cut({ events: 1 })], { stream: false });
    expect((await altered(await replied)).body).toBe("abc");
    const streamed = respond([faults.cut({ events: 1 })]);
    expect((await altered(await streamed.replied)).body).toBe("abcdef");
  });

  it("has what stands for an answer, without the model, and of several the first", async () => {
    const html = respond([faults.cut({ bytes: 3 }), faults.html(504), faults.serverError()]);
    const page = await altered(await html.replied);
    expect([page.changed.status, html.asked]).toEqual([504, []]);
    const error = respond([faults.rateLimited(), faults.html(504)]);
    await expect(error.replied).rejects.toMatchObject({ kind: "rate_limited" });
    const lost = respond([faults.unreachable(), faults.serverError()]);
    expect(isLost((await altered(await lost.replied)).changed)).toBe(true);
    expect([...error.asked, ...lost.asked]).toEqual([]);
  });

  it("has a page that goes wrong as what follows it says, as a body without events", async () => {
    const { replied } = respond([
      faults.cut({ bytes: 1 }),
      faults.html(),
      faults.cut({ bytes: 6 }),
      faults.noTerminal(),
    ]);
    expect((await altered(await replied)).body).toBe("<html>");
    const half = await altered(await respond([faults.html(), faults.cut({ events: 1 })]).replied);
    const whole = await altered(await respond([faults.html()]).replied);
    expect(half.body).toBe(whole.body.slice(0, Math.floor(whole.body.length / 2)));
  });

  it("is lost where its page is lost on the way, or before there is one", async () => {
    const { replied } = respond([faults.cut({ bytes: 1 }), faults.html(503), faults.unreachable()]);
    const { changed } = await altered(await replied);
    expect([changed.status, isLost(changed)]).toEqual([502, true]);
    const first = respond([faults.unreachable(), faults.html(503)]);
    expect(isLost((await altered(await first.replied)).changed)).toBe(true);
  });

  it("has the error itself in the place of an error event where JSON was asked for", async () => {
    const list = [faults.errorEvent({ events: 1 }, { kind: "internal", message: "Broken." })];
    const { replied, asked } = respond(list, { stream: false });
    await expect(replied).rejects.toMatchObject({ kind: "internal", message: "Broken." });
    expect(asked).toEqual([]);
    const streamed = respond(list);
    await streamed.replied;
    expect(streamed.asked).toHaveLength(1);
  });

  it("is silent until its caller leaves, and fails with the reason for that", async () => {
    const { replied, leaving, clock, asked } = respond([faults.timeout()]);
    clock.advance(1e12);
    leaving.abort(new Error("Enough."));
    await expect(replied).rejects.toThrow("Enough.");
    expect([clock.pending, asked.length]).toEqual([0, 0]);
  });
});

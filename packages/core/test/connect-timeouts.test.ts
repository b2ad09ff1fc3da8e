import { createFakeClock } from "@diglot/test-support/clock";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { everyWay, upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, replies } from "./upstream-of.js";

const connect = 1_000;

/** A body that a test writes, and that fails when the request is aborted, as that of a real `fetch`. */
function writtenBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const answerAs =
    (type: string): Parameters<typeof fakeUpstream>[0] =>
    ({ signal }) => {
      signal.addEventListener("abort", () => void writer.abort(signal.reason));
      return new Response(readable, { headers: { "content-type": type } });
    };
  return {
    answerAs,
    write: (text: string) => writer.write(encoder.encode(text)),
    end: () => writer.close(),
  };
}

describe.each(everyWay)("timeouts.connect of a $upstream upstream, $caller caller", (way) => {
  const { caller, upstream } = way;

  /** A service whose clock a test moves, before an upstream. */
  function serve(answer: Parameters<typeof fakeUpstream>[0]) {
    const clock = createFakeClock();
    const fake = fakeUpstream(answer, { timeouts: { connect } });
    const served = serviceOf(upstreamCreators[upstream](fake.options), { clock });
    return { ...served, clock, seen: fake.seen };
  }

  it.each([true, false])("ends a wait for the head, streamed: %s", async (stream) => {
    const { service, ledger, clock, seen } = serve(() => new Promise(() => undefined));
    let status: number | undefined;
    const answered = service.request(...requestOf(caller, { stream })).then((response) => {
      status = response.status;
    });
    await until(() => seen.length === 1);
    clock.advance(connect - 1);
    await flushPromises();
    expect([status, seen[0]?.signal.aborted]).toEqual([undefined, false]);
    clock.advance(1);
    expect(seen[0]?.signal.aborted).toBe(true);
    await answered;
    expect(status).toBe(504);
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: "timeout", errorKind: "upstream_timeout" }]);
    expect(clock.pending).toBe(0);
  });

  it("does not end a stream whose head came in time", async () => {
    const { answerAs, write, end } = writtenBody();
    const { service, ledger, clock, seen } = serve(answerAs("text/event-stream"));
    const text = service
      .request(...requestOf(caller, { stream: true }))
      .then((response) => response.text());
    await until(() => seen.length === 1);
    for (const frame of frames[upstream]) {
      await flushPromises();
      clock.advance(connect);
      expect(seen[0]?.signal.aborted).toBe(false);
      void write(frame);
    }
    void end();
    expect(await text).toMatch(/message_stop"|\[DONE\]/);
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: "completed", usage: { output: 3 } }]);
    await flushPromises();
    expect(clock.pending).toBe(0);
  });

  it("does not end a JSON reply whose head came in time", async () => {
    const { answerAs, write, end } = writtenBody();
    const { service, clock, seen } = serve(answerAs("application/json"));
    const answer = service.request(...requestOf(caller));
    await until(() => seen.length === 1);
    await flushPromises();
    clock.advance(2 * connect);
    expect(seen[0]?.signal.aborted).toBe(false);
    void write(JSON.stringify(replies[upstream]));
    void end();
    expect((await answer).status).toBe(200);
    await service.close();
    expect(clock.pending).toBe(0);
  });

  it("leaves no timer behind a request that was refused", async () => {
    const { service, clock } = serve(() => Response.json({ error: {} }, { status: 400 }));
    expect((await service.request(...requestOf(caller))).status).toBe(400);
    await service.close();
    expect(clock.pending).toBe(0);
  });
});

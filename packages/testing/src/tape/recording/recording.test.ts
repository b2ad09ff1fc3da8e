import { type ModelRequest, ServiceError } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { conversationOf, user } from "@diglot/test-support/conversations";
import { describe, expect, it, vi } from "vitest";
import type { NamedConversation, Tape, TapedConversation } from "../tape.js";
import { createRecording } from "./recording.js";

/** A recording, what it has put on its tape, and how its caller leaves. */
function start(secrets: readonly string[] = []) {
  const clock = createFakeClock();
  clock.advance(500);
  const caller = new AbortController();
  const taped: NamedConversation[] = [];
  const tape: Tape = {
    read: async () => new Map(),
    update: vi.fn(async (change) => void taped.push(change(new Map<string, TapedConversation>()))),
  };
  const conversation = conversationOf({ turns: [user("My key is sk-of-the-caller.")] });
  const request = {
    ...{ clock, signal: caller.signal, conversation: () => conversation },
    origin: {
      headers: new Headers({ authorization: "Bearer sk-of-the-caller" }),
      bytes: new Uint8Array(10),
    },
  } as unknown as ModelRequest;
  const recording = createRecording(request, tape, secrets);
  const exchanges = () => taped.flatMap(([, { exchanges }]) => exchanges);
  return { clock, caller, tape, recording, exchanges };
}

const failure = (kind: ConstructorParameters<typeof ServiceError>[0]["kind"]) =>
  new ServiceError({ kind, message: "It failed for host-secret.", retryAfterSeconds: 3 });

describe("a recording", () => {
  it("keeps a failure with its time, without the credential of the caller and the secrets", async () => {
    const { clock, recording, exchanges } = start(["host-secret"]);
    clock.advance(70);
    recording.fail(failure("overloaded"));
    await recording.settled();
    expect(exchanges()).toMatchObject([
      {
        reply: {
          events: [],
          error: { kind: "overloaded", milliseconds: 70, retryAfterSeconds: 3 },
        },
      },
    ]);
    expect(JSON.stringify(exchanges())).not.toMatch(/sk-of-the-caller|host-secret/);
  });

  it("counts time in whole milliseconds, to the nearest one", async () => {
    const { clock, recording, exchanges } = start();
    clock.advance(1.5);
    recording.push([{ type: "open", index: 0, block: { type: "text" } }]);
    clock.advance(0.9);
    recording.fail(failure("overloaded"));
    await recording.settled();
    expect(exchanges()).toMatchObject([
      { reply: { events: [[2, {}]], error: { milliseconds: 2 } } },
    ]);
  });

  it("has no member for what there is not", async () => {
    const { recording, exchanges } = start();
    recording.fail(new ServiceError({ kind: "internal", message: "It failed." }));
    await recording.settled();
    const [exchange] = exchanges();
    expect(Object.keys(exchange ?? {})).toEqual(["structure", "conversation", "reply"]);
    expect(Object.keys(exchange?.reply.error ?? {})).toEqual(["milliseconds", "kind", "message"]);
  });

  it("keeps one end only", async () => {
    const { recording, exchanges } = start();
    recording.fail(failure("overloaded"));
    recording.fail(failure("internal"));
    await recording.settled();
    expect(exchanges()).toHaveLength(1);
  });

  it.each(["budget_exhausted", "store_unavailable"] as const)(
    "keeps nothing of what the ledger refuses: %s",
    async (kind) => {
      const { recording, tape } = start();
      recording.fail(failure(kind));
      await recording.settled();
      expect(tape.update).not.toHaveBeenCalled();
    },
  );

  it("keeps nothing of what fails because its caller has left, or after one has left it", async () => {
    const [gone, left] = [start(), start()];
    gone.caller.abort();
    left.recording.leave();
    for (const { recording, tape } of [gone, left]) {
      recording.fail(failure("overloaded"));
      await recording.settled();
      expect(tape.update).not.toHaveBeenCalled();
    }
  });

  it("fails whoever waits for it if the tape does", async () => {
    const { recording, tape } = start();
    vi.mocked(tape.update).mockRejectedValueOnce(new Error("The disk is full."));
    recording.fail(failure("overloaded"));
    await expect(recording.settled()).rejects.toThrow("The disk is full.");
  });
});

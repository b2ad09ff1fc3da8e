import { type ConversationEvent, defineModel, type Model, type ModelRequest } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { conversationOf, user } from "@diglot/test-support/conversations";
import { deferred, flushPromises } from "@diglot/test-support/wait";
import { expect, it } from "vitest";
import { createTape } from "../store/create-tape.js";
import type { Tape } from "../tape.js";
import { record } from "./record.js";

const start = { type: "start", model: "m", usage: {} } as ConversationEvent;

function requestOf(): ModelRequest {
  const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };
  return {
    ...{ clock: createFakeClock(), signal: new AbortController().signal },
    conversation: () => conversationOf({ turns: [user("Hi")] }),
    origin: { format: "messages", body, headers: new Headers(), bytes: new Uint8Array() },
  } as unknown as ModelRequest;
}

/** A reply of a recorded model whose reads are these, one after another, and its tape. */
async function recorded(read: () => Promise<readonly ConversationEvent[] | undefined>) {
  const tape = createTape();
  const model: Model = {
    ...defineModel("scripted", async function* () {}),
    respond: async () => ({ kind: "events", events: { read, cancel: async () => undefined } }),
  };
  const reply = await record(model, tape).respond(requestOf());
  if (reply.kind !== "events") throw new Error("The reply has no events.");
  const exchanges = async () => [...(await tape.read()).values()].flatMap((talk) => talk.exchanges);
  return { events: reply.events, exchanges };
}

it("nothing is kept of a reply that fails because it was left, whoever has left it", async () => {
  const broken = deferred();
  const { events, exchanges } = await recorded(async () => {
    await broken.promise;
    throw new Error("It was cancelled.");
  });
  const reading = events.read();
  await events.cancel("timeout");
  broken.resolve();
  await expect(reading).rejects.toThrow("It was cancelled.");
  expect(await exchanges()).toEqual([]);
});

it("a whole answer is handed on when it is on the tape, and not before", async () => {
  const written = deferred();
  const tape = createTape();
  const slow: Tape = {
    ...tape,
    async update(change) {
      await written.promise;
      await tape.update(change);
    },
  };
  const answer = { ...{ id: "msg_1", type: "message", role: "assistant", model: "m" } };
  const content = [{ type: "text", text: "In Oslo." }];
  const usage = { input_tokens: 3, output_tokens: 2 };
  const message = { ...answer, content, stop_reason: "end_turn", stop_sequence: null, usage };
  const model: Model = {
    ...defineModel("scripted", async function* () {}),
    respond: async () => ({
      ...{ kind: "relay", status: 200, headers: [], untilContent: async () => undefined },
      body: new TextEncoder().encode(JSON.stringify(message)),
    }),
  };
  let handed = false;
  const reply = Promise.resolve(record(model, slow).respond(requestOf())).then(
    () => (handed = true),
  );
  await flushPromises();
  expect(handed).toBe(false);
  written.resolve();
  await reply;
  expect([...(await tape.read()).keys()]).toEqual(["hi"]);
});

it("a reply is kept once, and without what comes behind its end", async () => {
  const end = { type: "end", usage: {} } as ConversationEvent;
  const reads = [[start, end, start], [end], undefined];
  const { events, exchanges } = await recorded(async () => reads.shift());
  while (await events.read());
  expect((await exchanges()).map(({ reply }) => reply.events.map(([, { type }]) => type))).toEqual([
    ["start", "end"],
  ]);
});

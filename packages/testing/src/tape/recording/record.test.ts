import { type ConversationEvent, defineModel, type Model, type ModelRequest } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { conversationOf, user } from "@diglot/test-support/conversations";
import { deferred } from "@diglot/test-support/wait";
import { expect, it } from "vitest";
import { createTape } from "../store/create-tape.js";
import { record } from "./record.js";

const start = { type: "start", model: "m", usage: {} } as ConversationEvent;

/** A reply of a recorded model whose reads are these, one after another, and its tape. */
async function recorded(read: () => Promise<readonly ConversationEvent[] | undefined>) {
  const tape = createTape();
  const model: Model = {
    ...defineModel("scripted", async function* () {}),
    respond: async () => ({ kind: "events", events: { read, cancel: async () => undefined } }),
  };
  const request = {
    ...{ clock: createFakeClock(), signal: new AbortController().signal },
    conversation: () => conversationOf({ turns: [user("Hi")] }),
    origin: { headers: new Headers(), bytes: new Uint8Array() },
  } as unknown as ModelRequest;
  const reply = await record(model, tape).respond(request);
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

it("a reply is kept once, and without what comes behind its end", async () => {
  const end = { type: "end", usage: {} } as ConversationEvent;
  const reads = [[start, end, start], [end], undefined];
  const { events, exchanges } = await recorded(async () => reads.shift());
  while (await events.read());
  expect((await exchanges()).map(({ reply }) => reply.events.map(([, { type }]) => type))).toEqual([
    ["start", "end"],
  ]);
});

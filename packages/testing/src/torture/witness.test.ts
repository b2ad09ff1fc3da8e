import type { Attempt, Model, ModelRequest } from "@diglot/core";
import { expect, it } from "vitest";
import { createWitness, numberOf } from "./witness.js";

/** A request with a number, whose attempts have ids that count. */
function requestOf(number: number): ModelRequest {
  let attempts = 0;
  return {
    origin: { body: { messages: [{ role: "user", content: `This is request ${number}.` }] } },
    attempt: async () => ({ id: `${number}/${attempts++}` }) as Attempt,
  } as unknown as ModelRequest;
}

it("a witness knows which attempt of each request has reached a model, and what that reported", async () => {
  const witness = createWitness();
  const model = witness.watch({
    respond: async (request: ModelRequest) => {
      await request.attempt({} as never);
    },
  } as unknown as Model);
  const [one, other] = [requestOf(7), requestOf(12)];
  await model.respond(one);
  await model.respond(other);
  witness.noteReached(7);
  await model.respond(one);
  expect([...witness.reached]).toEqual(["7/0"]);
  witness.noteReached(7);
  witness.noteReported(7, { input: 1, output: 2 });
  witness.noteReached(12);
  expect([...witness.reached]).toEqual(["7/0", "7/1", "12/0"]);
  expect([...witness.reported]).toEqual([["7/1", { input: 1, output: 2 }]]);
});

it("a request that nobody has tried is not noted, and one without a number has none", () => {
  const witness = createWitness();
  witness.noteReached(7);
  witness.noteReported(7, { input: 1, output: 2 });
  expect([witness.reached.size, witness.reported.size]).toEqual([0, 0]);
  expect(numberOf({ messages: [] })).toBeNaN();
  expect(numberOf({ input: "This is request 120." })).toBe(120);
});

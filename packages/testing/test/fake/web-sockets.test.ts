import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { expect, it, onTestFinished } from "vitest";
import { createFake, type Fake } from "../../src/index.js";

/** The first event of a name, with what it comes with. */
const first = (
  emitter: { once(name: string, listener: (...given: unknown[]) => void): unknown },
  name: string,
) => new Promise<readonly unknown[]>((resolve) => emitter.once(name, (...given) => resolve(given)));

/** The official client of Responses over a WebSocket, and the texts of its replies. */
async function connect(fake: Fake) {
  const listener = await fake.listen();
  onTestFinished(listener.close);
  const client = new OpenAI({ apiKey: "sk-test", baseURL: `${listener.url}/v1` });
  const connection = new ResponsesWS(client);
  onTestFinished(() => connection.close());

  const send = (input: string) =>
    connection.send({ type: "response.create", model: "gpt-5", input });

  async function ask(input: string): Promise<string> {
    send(input);
    return new Promise((resolve) => {
      connection.once("response.completed", ({ response: { output } }) => {
        const [part] = output[0]?.type === "message" ? output[0].content : [];
        resolve(part?.type === "output_text" ? part.text : "");
      });
    });
  }

  return { socket: connection.socket, send, ask, listener };
}

it("answers over a WebSocket from the script, and writes down each request as a call", async () => {
  const fake = createFake({ script: ["One.", "Two."] });
  const { ask } = await connect(fake);
  expect([await ask("1"), await ask("2")]).toEqual(["One.", "Two."]);
  expect(fake.calls.map(({ format, state }) => [format, state])).toEqual([
    ["responses", "whole"],
    ["responses", "whole"],
  ]);
  fake.verify();
});

it.each([
  ["before the reply", { fault: { type: "unreachable" } }, 0],
  ["in the middle of a reply", { text: "Hello", fault: { type: "reset", at: { events: 3 } } }, 3],
] as const)("breaks a WebSocket where a fault says so: %s", async (_, turn, events) => {
  const fake = createFake({ script: [turn] });
  const { socket, send } = await connect(fake);
  await first(socket, "open");
  let received = 0;
  socket.on("message", () => {
    received += 1;
  });
  send("1");
  const [code] = await first(socket, "close");
  expect([code, received, fake.calls[0]?.state]).toEqual([1006, events, "broken"]);
});

it("closes while WebSockets are open", async () => {
  const { socket, listener } = await connect(createFake({ script: ["Hi."] }));
  await first(socket, "open");
  const closed = first(socket, "close");
  await listener.close();
  expect((await closed)[0]).toBe(1006);
});

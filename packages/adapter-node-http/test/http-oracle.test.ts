import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { chooseNumbers, repeats } from "@diglot/test-support/seed";
import { describe, expect, it, onTestFinished } from "vitest";
import { createNodeTransport } from "../src/index.js";

/** Status and body of an answer, or "refused". */
type Outcome = string;

/** An upstream that answers each path with the bytes of that number, and closes the connection. */
async function upstreamOf(answers: readonly Buffer[]): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (block) => {
      const number = Number(/^GET \/(\d+) /.exec(block.toString())?.[1]);
      socket.end(answers[number] ?? "");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What Node's own client makes of it. */
function askNode(url: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const refuse = () => resolve("refused");
    const read = async (incoming: IncomingMessage) => {
      const blocks = await incoming.toArray();
      return `${incoming.statusCode} ${Buffer.concat(blocks).toString("latin1")}`;
    };
    let answered = false;
    get(url, { agent: false }, (incoming) => {
      answered = true;
      read(incoming).then(resolve, refuse);
    })
      // Bytes behind a whole answer fail the request, too, but not its answer.
      .on("error", () => answered || refuse())
      .on("close", () => answered || refuse());
  });
}

async function askTransport(url: string): Promise<Outcome> {
  const transport = createNodeTransport();
  try {
    const { signal } = new AbortController();
    const { status, body } = await transport({ method: "GET", url, headers: [], signal });
    const blocks: Uint8Array[] = [];
    for (let block = await body.read(); block; block = await body.read()) blocks.push(block);
    return `${status} ${Buffer.concat(blocks).toString("latin1")}`;
  } catch {
    return "refused";
  } finally {
    transport.close();
  }
}

const originals = [
  "HTTP/1.1 200 OK\r\nx-a: b\r\ncontent-length: 11\r\n\r\nhello world",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nx: y\r\n\r\n",
  "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello",
  "HTTP/1.1 201\r\nContent-Type: text/plain\r\nTransfer-Encoding: Chunked\r\n\r\n00b\r\nhello world\r\n0\r\n\r\n",
  "HTTP/1.0 200 OK\r\nx-a: b\r\n\r\nhello",
];

/** Bytes that mean something to a parser. No tab: behind `chunked`, Node takes it for another coding. */
const telling = Buffer.from("\r\n\r\n\r\n:;, 019afgHx-\u0000", "latin1");

/** An answer with one or two of its bytes replaced, left out, or repeated. */
function spoil(number: number, choices: readonly number[]): Buffer {
  let bytes = Buffer.from(originals[number % originals.length] ?? "", "latin1");
  for (let change = 0; change <= number % 2; change += 1) {
    const [place = 0, kind = 0, letter = 0] = choices.slice(number * 6 + change * 3);
    const at = place % bytes.length;
    const byte = telling.subarray(letter % telling.length).subarray(0, 1);
    const replacement = [byte, Buffer.alloc(0), Buffer.concat([bytes.subarray(at, at + 1), byte])];
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      replacement[kind % 3] ?? byte,
      bytes.subarray(at + 1),
    ]);
  }
  return bytes;
}

/** The one thing in which undici is generous: a carriage return alone may end a status line. */
const looseStatusLine = /^HTTP[^\n]*\r(?!\n)/m;

describe("the transport beside Node's own client", () => {
  it("reads the same from answers that are whole", async () => {
    const url = await upstreamOf(originals.map((text) => Buffer.from(text, "latin1")));
    for (const number of originals.keys()) {
      expect(await askTransport(`${url}/${number}`)).toBe(await askNode(`${url}/${number}`));
    }
  });

  it("U07 reads the same from spoiled answers, or refuses them", async () => {
    const count = repeats(300, 3_000);
    const choices = chooseNumbers(count * 6, 1_000_000);
    const answers = Array.from({ length: count }, (_, number) => spoil(number, choices));
    const url = await upstreamOf(answers);
    for (const [number, answer] of answers.entries()) {
      const outcome = await askTransport(`${url}/${number}`);
      if (outcome === "refused" || looseStatusLine.test(answer.toString("latin1"))) continue;
      expect(outcome, JSON.stringify(answer.toString("latin1"))).toBe(
        await askNode(`${url}/${number}`),
      );
    }
  });
});

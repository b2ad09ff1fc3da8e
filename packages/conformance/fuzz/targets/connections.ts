import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { createHttpServer } from "@diglot/adapter-node-http";
import { modelOf } from "@diglot/test-support/models";
import { endpoints, formatNames, headersOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import fc from "fast-check";
import { byteChange, changeBytes, toBytes } from "../changes/bytes.js";
import { targetOf } from "../target.js";
import { prices } from "./served.js";

/** What a client sends, a character for each byte, and how. */
interface Case {
  readonly bytes: string;
  readonly cuts: readonly number[];
  /** How it leaves: at once, or when it has had time to read; by an end or by a reset. */
  readonly waits: boolean;
  readonly resets: boolean;
}

const heads = [
  (length: number) => `content-length: ${length}\r\n`,
  (length: number) => `content-length: ${length}\r\nexpect: 100-continue\r\n`,
  (length: number) => `Content-Length: ${length}\r\nConnection: close\r\n`,
];

/** Whole requests as they are on the wire: of known length, in chunks, and without a body. */
const wholeRequests = formatNames.flatMap((format) => {
  const { path, body } = endpoints[format];
  const common = Object.entries(headersOf(format)).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${common.join("")}`;
  const texts = [body, { ...body, stream: true }].map((value) => JSON.stringify(value));
  return [
    `GET /v1/models HTTP/1.1\r\nhost: 127.0.0.1\r\n${common.join("")}\r\n`,
    ...texts.flatMap((text) => [
      ...heads.map((length) => `${head}${length(text.length)}\r\n${text}`),
      `${head}transfer-encoding: chunked\r\n\r\n${toChunks(text)}`,
    ]),
  ];
});

function toChunks(text: string): string {
  const half = Math.floor(text.length / 2);
  const pieces = [text.slice(0, half), text.slice(half), ""];
  return pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
}

const cases: fc.Arbitrary<Case> = fc.record({
  bytes: fc
    .tuple(
      fc.array(fc.constantFrom(...wholeRequests), { minLength: 1, maxLength: 3 }),
      fc.array(byteChange, { maxLength: 4 }),
    )
    .map(([requests, changes]) => changes.reduce(changeBytes, requests.join(""))),
  cuts: fc.array(fc.nat({ max: 2_000 }), { maxLength: 4 }),
  waits: fc.boolean(),
  resets: fc.boolean(),
});

/** The connections of a server. */
export const connections = targetOf({
  name: "connections",
  promise: "Whatever a client sends, its connection ends, and nothing of it is left open.",
  cases,
  async check({ bytes, cuts, waits, resets }: Case) {
    const { port, server, countOpen, defects } = await serve();
    const socket = connect({ port, host: "127.0.0.1" });
    const received = collect(socket);
    await once(socket, "connect");
    await send(socket, toBytes(bytes), cuts);
    if (waits) await wait(10);
    if (resets) socket.resetAndDestroy();
    else socket.end();
    await received.closed;
    assertLegalResponses(received.text());
    await until(async () => (await countOpen()) === 0 && (await countConnections(server)) === 0);
    const [defect] = defects.splice(0).filter((error) => error instanceof TypeError);
    if (defect) throw new Error("The adapter reports a defect.", { cause: defect });
  },
  close: async () => (await served)?.close(),
});

let served: ReturnType<typeof start> | undefined;

/** One server for all connections of this process. */
function serve(): ReturnType<typeof start> {
  served ??= start();
  return served;
}

async function start() {
  const { service, ledger } = serviceOf(modelOf(["Hello."], { prices }));
  const defects: unknown[] = [];
  const server = createHttpServer(service, { onError: (error) => defects.push(error) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...{ port, server, defects, countOpen: ledger.countOpen },
    async close() {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}

function collect(socket: Socket) {
  const blocks: Buffer[] = [];
  socket.on("data", (block) => blocks.push(block));
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  return { closed, text: () => Buffer.concat(blocks).toString("latin1") };
}

async function send(socket: Socket, bytes: Uint8Array, cuts: readonly number[]): Promise<void> {
  const places = cuts.map((at) => at % (bytes.length + 1)).sort((left, right) => left - right);
  for (const [index, start] of [0, ...places].entries()) {
    if (socket.writable) socket.write(bytes.subarray(start, places[index] ?? bytes.length));
    await nextTurn();
  }
}

/** Nothing but HTTP, and no status that stands for a bug. */
function assertLegalResponses(text: string): void {
  if (text === "") return;
  assert.match(text, /^HTTP\/1\.1 \d{3} /, "The answer is not HTTP.");
  assert.doesNotMatch(text, /HTTP\/1\.1 500 /, "The status is 500.");
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

import { once } from "node:events";
import {
  type ClientHttp2Stream,
  connect,
  createServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { createMemoryKeys, createService } from "@diglot/core";
import { fakeService, jsonAnswer, streamAnswer } from "@diglot/test-support/handled";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { headersOf } from "@diglot/test-support/requests";
import { endlessSource } from "@diglot/test-support/sources";
import { deferred, inTime, until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { type AnsweringService, toNodeHandler } from "../src/node-handler.js";
import { type Frame, rawSession } from "./raw-http2.js";

/** A server with a service, and what it has open. */
async function serve(service: AnsweringService) {
  const server = createServer(toNodeHandler(service));
  const streams: ServerHttp2Stream[] = [];
  const sessions: ServerHttp2Session[] = [];
  server.on("stream", (stream) => streams.push(stream));
  server.on("session", (session) => sessions.push(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, streams, sessions };
}

const service = createService({
  models: [modelOf(["Hello"])],
  keys: createMemoryKeys([{ key }]),
  sizeLimits: { bodyBytes: 10_000 },
});
const messages = { ":method": "POST", ":path": "/v1/messages" };

/** What is refused before its body has come, and how. */
const refusals: readonly (readonly [status: number, headers: Readonly<Record<string, string>>])[] =
  [
    [401, { ...messages, "content-type": "application/json" }],
    [404, { ...messages, ":path": "/nowhere" }],
    [405, { ...messages, ...headersOf("messages"), ":method": "PUT" }],
    [413, { ...messages, ...headersOf("messages") }],
    [413, { ...messages, ...headersOf("messages"), "content-length": "100000000" }],
    [415, { ...messages, ...headersOf("messages"), "content-type": "text/plain" }],
  ];

/** Sends a body that never ends, as fast as the server takes it. */
function sendEndlessly(stream: ClientHttp2Stream): void {
  const send = () => {
    while (stream.writable && stream.write(Buffer.alloc(16_384, " "))) {}
  };
  stream.on("drain", send);
  send();
}

describe("an upload over HTTP/2 that is refused", () => {
  it.each(refusals)("H15 H16 gets its %i, and its stream ends (%j)", async (status, headers) => {
    const { port, streams, sessions } = await serve(service);
    const client = connect(`http://127.0.0.1:${port}`);
    onTestFinished(() => client.destroy());
    const upload = client.request(headers, { endStream: false });
    let text = "";
    upload.on("data", (block) => {
      text += block;
    });
    const [closed, ended] = [once(upload, "close"), once(upload, "end")];
    sendEndlessly(upload);
    const [head] = await inTime(once(upload, "response"));
    await inTime(ended);
    await inTime(closed);
    expect([head[":status"], upload.rstCode]).toEqual([status, 0]);
    expect(JSON.parse(text)).toHaveProperty("error");

    await until(() => streams.every(({ destroyed }) => destroyed));
    const next = client.request({ ":path": "/nowhere" });
    await inTime(once(next.resume(), "end"));
    // The window of one stream is all that a client can send without being read.
    expect(sessions[0]?.socket.bytesRead).toBeLessThan(200_000);
    client.close();
    await until(() => sessions.every(({ destroyed }) => destroyed));
  });

  it.each(refusals)(
    "H15 H16 has the whole answer before its reset (%i, %j)",
    async (_, headers) => {
      const { port } = await serve(service);
      const session = await rawSession(port);
      session.begin(1, headers);
      session.send(1, 16_384);
      await until(() => framesOf(session.frames, 1).some(({ type }) => type === "reset"));
      expectWhole(framesOf(session.frames, 1));
    },
  );

  it("H15 H16 is not reset while its answer waits for a full socket", async () => {
    const source = endlessSource();
    const refused = deferred();
    const service = fakeService(({ target }) =>
      target === "/endless"
        ? streamAnswer(source)
        : refused.promise.then(() => jsonAnswer({ refused: true }, 401)),
    );
    const { port, streams } = await serve(service);
    const session = await rawSession(port);
    session.begin(1, messages);
    await until(() => service.exchanges.length === 1);
    session.pause();
    session.begin(3, { ...messages, ":path": "/endless" });
    await untilStill(() => source.pulled);
    refused.resolve();
    await until(() => streams[0]?.writableEnded);
    session.resume();
    await until(() => framesOf(session.frames, 1).some(({ type }) => type === "reset"));
    expectWhole(framesOf(session.frames, 1));
  });
});

function framesOf(frames: readonly Frame[], stream: number): readonly Frame[] {
  return frames.filter((frame) => frame.stream === stream && frame.type !== "other");
}

/** Holds that an answer has its last frame, and that a reset without an error follows. */
function expectWhole(frames: readonly Frame[]): void {
  const [end, reset] = frames.slice(-2);
  expect(end).toMatchObject({ type: "data", endsStream: true });
  expect(reset).toMatchObject({ type: "reset", code: 0 });
}

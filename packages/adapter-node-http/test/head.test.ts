import { request as httpRequest } from "node:http";
import type { Answer } from "@diglot/core";
import { fakeService, jsonAnswer, streamAnswer } from "@diglot/test-support/handled";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { deferred, inTime, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { bytes, postText, rawClient, serve } from "./support.js";

describe("the head of a stream", () => {
  it("leaves together with a first block that is ready", async () => {
    const source = controlledSource();
    source.push("data: first\n\n");
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port);
    const first = new Promise<string>((resolve) =>
      client.socket.once("data", (block) => resolve(block.toString())),
    );
    client.socket.write(postText());
    expect(await first).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*data: first/);
  });

  it("leaves at once when the source has nothing yet", async () => {
    const source = controlledSource();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, postText());
    const head = await client.until(/\r\n\r\n/);
    expect(head).toMatch(/content-type: text\/event-stream/i);
    expect(head).not.toContain("data:");
    source.push("data: later\n\n");
    await client.until(/data: later/);
  });
});

describe("headers", () => {
  it("that repeat, such as set-cookie, stay apart", async () => {
    const answer: Answer = {
      status: 200,
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-note", "one"],
        ["x-note", "two"],
      ],
      body: bytes("{}"),
    };
    const { port } = await serve(fakeService(() => answer));
    const client = await rawClient(port, postText());
    const head = await client.until(/\{\}$/);
    expect(head.match(/^set-cookie: .*$/gim)).toEqual(["set-cookie: a=1", "set-cookie: b=2"]);
    expect(head.match(/^x-note: .*$/gim)).toEqual(["x-note: one", "x-note: two"]);
  });

  it("of the host stay, and its cookies and vary are added to", async () => {
    const answer: Answer = {
      status: 200,
      headers: [
        ["set-cookie", "ours=1"],
        ["vary", "x-api-key"],
      ],
      body: bytes("{}"),
    };
    const { port, server } = await serve(fakeService(() => answer));
    server.prependListener("request", (_request, response) => {
      response.setHeader("access-control-allow-origin", "https://a.example");
      response.setHeader("vary", "origin");
      response.setHeader("set-cookie", "theirs=1");
    });
    const client = await rawClient(port, postText());
    const head = await client.until(/\{\}$/);
    expect(head).toMatch(/access-control-allow-origin: https:\/\/a\.example/i);
    expect(head.match(/^set-cookie: .*$/gim)).toHaveLength(2);
    expect(head).toMatch(/vary: origin/i);
    expect(head).toMatch(/vary: x-api-key/i);
  });

  it.each([
    ["a line break in a value", { headers: [["x-a", "1\r\nx-b: 2"]] }],
    ["a name with a space", { headers: [["x a", "1"]] }],
    ["a status that does not exist", { status: 42, headers: [] }],
    ["an interim status", { status: 100, headers: [] }],
  ] as const)("that cannot be written become a 500: %s", async (_name, part) => {
    const errors: unknown[] = [];
    const source = controlledSource();
    const service = fakeService(() => ({ status: 200, body: source, ...part }));
    const { port } = await serve(service, { onError: (error) => errors.push(error) });
    const client = await rawClient(port, postText());
    const text = await client.until(/\}$/);
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toEqual({
      type: "error",
      error: {
        message: "The server had an error while processing your request.",
        type: "server_error",
        param: null,
        code: null,
      },
    });
    expect(text).not.toContain("x-b");
    expect(errors).toHaveLength(1);
    await inTime(source.cancelled);
  });
});

describe("HEAD", () => {
  it("H02 cancels the body of a stream without reading it", async () => {
    const source = endlessSource();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, "HEAD / HTTP/1.1\r\nhost: x\r\n\r\n");
    await inTime(source.cancelled);
    await client.until(/200 OK[\s\S]*\r\n\r\n$/);
    expect(source.pulled).toBe(0);
  });

  it("H02 has no body, and the connection serves the next request", async () => {
    const { port } = await serve(fakeService(() => jsonAnswer({ error: {} }, 405)));
    const client = await rawClient(port, "HEAD /v1/messages HTTP/1.1\r\nhost: x\r\n\r\n");
    await client.until(/405[\s\S]*\r\n\r\n$/);
    client.socket.write(postText());
    await client.until(/\{"error":\{\}\}$/);
    expect(client.text.match(/\{"error"/g)).toHaveLength(1);
  });
});

describe("a whole answer", () => {
  it("carries its length, also when it is empty", async () => {
    const answers: Answer[] = [jsonAnswer({}), { status: 401, headers: [], body: undefined }];
    const { port } = await serve(fakeService(() => answers.shift() ?? jsonAnswer({})));
    const client = await rawClient(port, postText());
    expect(await client.until(/\{\}$/)).toMatch(/content-length: 2\r\n/i);
    client.socket.write(postText());
    expect(await client.until(/401[\s\S]*\r\n\r\n$/)).toMatch(/content-length: 0\r\n/i);
  });

  it.each([204, 304])("with status %i has neither body nor length", async (status) => {
    const service = fakeService(() => ({
      status,
      headers: [["allow", "POST"]],
      body: undefined,
    }));
    const { port } = await serve(service);
    const client = await rawClient(port, "OPTIONS /v1/messages HTTP/1.1\r\nhost: x\r\n\r\n");
    const head = await client.until(/\r\n\r\n/);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).not.toMatch(/content-length|transfer-encoding/i);
  });

  it("H06 answers HTTP/1.0 and ends with the connection", async () => {
    const source = controlledSource();
    source.push("data: x\n\n");
    source.end();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, "GET /v1/messages HTTP/1.0\r\n\r\n");
    expect(await inTime(client.ended)).toBe("end");
    expect(client.text).toMatch(/data: x\n\n$/);
    expect(client.text).not.toMatch(/transfer-encoding/i);
  });
});

it("H20 a response that others have answered is left alone", async () => {
  const service = fakeService(() => jsonAnswer({ ours: true }));
  const { port, server } = await serve(service);
  server.prependListener("request", (_request, response) => response.end("theirs"));
  const client = await rawClient(port, postText());
  await client.until(/theirs/);
  expect(service.exchanges).toHaveLength(0);
});

it("H20 an answer that comes after others have answered is dropped and its source cancelled", async () => {
  const source = controlledSource();
  const answered = deferred();
  const service = fakeService(async () => {
    await inTime(answered.promise);
    return streamAnswer(source);
  });
  const { port, server } = await serve(service);
  server.on("request", (_request, response) => response.end("theirs"));
  const client = await rawClient(port, postText());
  await client.until(/theirs/);
  answered.resolve();
  await inTime(source.cancelled);
  await until(() => service.exchanges[0]?.signal.aborted);
  expect([source.isCancelled, source.pulled]).toEqual([true, 0]);
});

it("H20 a stream that others end is cancelled and nothing is written behind its end", async () => {
  const source = controlledSource();
  const { port, server } = await serve(fakeService(() => streamAnswer(source)));
  server.on("request", async (_request, response) => {
    await until(() => response.headersSent);
    response.end(() => source.push("data: late\n\n"));
  });
  const received = await new Promise<string>((resolve, reject) => {
    httpRequest({ port, host: "127.0.0.1", method: "POST" }, (response) => {
      let text = "";
      response.on("data", (block) => {
        text += block;
      });
      response.on("end", () => resolve(text));
    })
      .on("error", reject)
      .end();
  });
  expect(received).toBe("");
  await inTime(source.cancelled);
});

import { createServer, request as httpRequest } from "node:http";
import type { ByteSource } from "@diglot/core";
import { fakeService, jsonAnswer, streamAnswer } from "@diglot/test-support/handled";
import { listen } from "@diglot/test-support/servers";
import { controlledSource } from "@diglot/test-support/sources";
import { inTime, pause } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { toNodeHandler } from "../src/index.js";
import { postText, rawClient, serve } from "./support.js";

describe("a source that fails", () => {
  it("after the head destroys the socket; the client sees a cut, not an end", async () => {
    const source = controlledSource();
    const errors: unknown[] = [];
    const { port } = await serve(
      fakeService(() => streamAnswer(source)),
      { onError: (error) => errors.push(error) },
    );
    source.push("data: x\n\n");
    const outcome = new Promise<string>((resolve) => {
      httpRequest({ port, host: "127.0.0.1", method: "POST" }, (response) => {
        response.once("data", () => source.fail(new Error("mid-stream")));
        response.on("end", () => resolve("clean end"));
        response.on("error", (error) => resolve(error.message));
      }).end();
    });
    expect(await inTime(outcome)).toBe("aborted");
    expect(errors).toEqual([new Error("mid-stream")]);
    expect(source.isCancelled).toBe(true);
  });

  it("before the head becomes a 500 in place of the head that was planned", async () => {
    const source = controlledSource();
    source.fail(new Error("secret detail"));
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, postText());
    const text = await client.until(/\}$/);
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(text).toMatch(/content-type: application\/json/i);
    expect(text).not.toMatch(/no-transform|event-stream|secret/i);
  });

  it("before the head takes back the headers that were planned, and those of the answer alone", async () => {
    const source = controlledSource();
    source.fail(new Error("No."));
    const service = fakeService(() => {
      const answer = streamAnswer(source);
      return { ...answer, headers: [...answer.headers, ["x-planned", "1"]] };
    });
    const handler = toNodeHandler(service);
    const port = await listen(
      createServer((request, response) => {
        response.setHeader("x-host", "1");
        handler(request, response);
      }),
    );
    const text = await (await rawClient(port, postText())).until(/\}$/);
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(text).toMatch(/x-host: 1/i);
    expect(text).not.toMatch(/x-planned/i);
  });

  it("H06 on HTTP/1.0 resets the connection, because a plain end would look whole", async () => {
    const source = controlledSource();
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    source.push("data: x\n\n");
    const client = await rawClient(port, "GET / HTTP/1.0\r\n\r\n");
    await client.until(/data: x/);
    source.fail(new Error("mid-stream"));
    expect(await inTime(client.ended)).toBe("reset");
  });

  it("by yielding something else than bytes destroys the socket", async () => {
    const blocks: unknown[] = [new Uint8Array([97]), { not: "bytes" }];
    const source = {
      read: async () => blocks.shift(),
      cancel: async () => {},
    } as unknown as ByteSource;
    const { port } = await serve(fakeService(() => streamAnswer(source)));
    const client = await rawClient(port, postText());
    await inTime(client.ended);
    expect(client.text).not.toMatch(/\r\n0\r\n\r\n$/);
  });
});

describe("a service that fails", () => {
  it.each([
    ["rejects", () => Promise.reject(new Error("secret detail"))],
    [
      "throws",
      () => {
        throw new Error("secret detail");
      },
    ],
  ])("because `handle` %s is answered with a 500 without detail", async (_how, handle) => {
    const errors: unknown[] = [];
    const { port, server } = await serve(fakeService(() => jsonAnswer({})));
    server.removeAllListeners("request");
    server.on("request", toNodeHandler({ handle }, { onError: (error) => errors.push(error) }));
    const client = await rawClient(port, postText());
    const text = await client.until(/\}$/);
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(text).toMatch(/cache-control: no-store/i);
    expect(text).not.toContain("secret");
    expect(errors).toEqual([new Error("secret detail")]);
    client.socket.write(postText());
    await client.until(/\}HTTP\/1\.1 500 /);
  });

  it("is answered even if `onError` throws", async () => {
    const service = fakeService(() => Promise.reject(new Error("x")));
    const { port } = await serve(service, {
      onError: () => {
        throw new Error("reporter");
      },
    });
    const client = await rawClient(port, postText());
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 500 /);
  });
});

it("middleware whose patched methods throw ends in a cut connection, not in a crash", async () => {
  const source = controlledSource();
  const { port, server } = await serve(fakeService(() => streamAnswer(source)));
  server.prependListener("request", (_request, response) => {
    response.writeHead = () => {
      throw new Error("patched");
    };
  });
  const client = await rawClient(port, postText());
  await inTime(client.ended);
  await inTime(source.cancelled);
  expect(client.text).toBe("");
  await pause(10);
});

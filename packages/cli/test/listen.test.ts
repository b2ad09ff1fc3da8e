import { createServer } from "node:http";
import { listen as listenForTest } from "@diglot/test-support/servers";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen, toListenFailure } from "../src/gateway/lifecycle/listen.js";
import { Failure } from "../src/terminal/failure.js";

function open() {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

describe("listen", () => {
  it("takes any free port for 0, on this machine alone", async () => {
    const origin = await listen(open(), { host: "127.0.0.1", port: 0 });
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  });

  it("names an address that a client of this machine can use", async () => {
    const origin = await listen(open(), { host: "0.0.0.0", port: 0 });
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.each([
    ["::", /^http:\/\/127\.0\.0\.1:\d+$/],
    ["::1", /^http:\/\/\[::1\]:\d+$/],
    ["localhost", /^http:\/\/localhost:\d+$/],
  ])("names %s as a client writes it", async (host, origin) => {
    expect(await listen(open(), { host, port: 0 })).toMatch(origin);
  });

  it.each([
    ["EADDRINUSE", "Port 80 of shop is in use.", "--port 0"],
    ["EACCES", "Port 80 of shop may not be used by this user.", "a higher one with --port"],
    ["EADDRNOTAVAIL", "shop is not an address of this machine.", "127.0.0.1, 0.0.0.0"],
    ["ENOTFOUND", "shop is not an address of this machine.", "127.0.0.1, 0.0.0.0"],
  ])("explains %s, and what to do", (code, message, hint) => {
    const cause = Object.assign(new Error("No."), { code });
    const failure = toListenFailure(cause, { host: "shop", port: 80 });
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ message, hint: expect.stringContaining(hint), cause });
  });

  it.each([
    [Object.assign(new Error("No."), { code: "EOTHER" })],
    [new Error("No.")],
    [{ code: "EACCES" }],
    [undefined],
  ])("leaves anything else as it is: %s", (cause) => {
    expect(toListenFailure(cause, { host: "shop", port: 80 })).toBe(cause);
  });

  it("says that a port is in use, and what to do", async () => {
    const port = await listenForTest(createServer());
    const error = await listen(open(), { host: "127.0.0.1", port }).catch((reason) => reason);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      message: `Port ${port} of 127.0.0.1 is in use.`,
      hint: expect.stringContaining("--port 0"),
      exitCode: 2,
    });
  });

  it("says that a host is not one of this machine", async () => {
    const error = await listen(open(), { host: "192.0.2.1", port: 0 }).catch((reason) => reason);
    expect(error).toMatchObject({ message: "192.0.2.1 is not an address of this machine." });
  });
});

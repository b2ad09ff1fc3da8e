import { createServer } from "node:http";
import { listen as listenForTest } from "@diglot/test-support/servers";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../src/gateway/lifecycle/listen.js";
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

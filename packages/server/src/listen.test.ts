import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listen } from "./listen.js";

const servers: Server[] = [];

function open(): Server {
  const server = createServer();
  servers.push(server);
  return server;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe("listen", () => {
  it("takes any free port for 0, on this machine alone", async () => {
    expect(await listen(open(), 0)).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  });

  it("takes a later port if one is busy", async () => {
    const busy = Number(new URL(await listen(open(), 0)).port);
    const next = Number(new URL(await listen(open(), busy)).port);
    expect(next).toBeGreaterThan(busy);
  });
});

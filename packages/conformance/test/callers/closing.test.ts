import { expect, it } from "vitest";
import { readUntil, statusOf } from "../../runtimes/raw-client.js";
import { connectWith, manners, mannerTitle, requestText, serve } from "./serve.js";

it.each(manners)(
  `H21 a request while the service closes is refused ${mannerTitle}`,
  async (manner) => {
    const served = await serve();
    const socket = await connectWith(served.port);
    await served.service.close();
    socket.write(requestText(manner, { prompt: "too late" }));
    const received = await readUntil(socket);
    expect(statusOf(received)).toBe(manner.endpoint === "/v1/messages" ? 529 : 503);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(received).toMatch(/^retry-after: \d+\r$/im);
    expect(served.state("too late").runs).toEqual([]);
    await served.close();
  },
);

it.each(manners.filter(({ stream }) => stream))(
  `H21 a running stream gets its time, and then an error frame ${mannerTitle}`,
  async (manner) => {
    const served = await serve();
    const socket = await connectWith(served.port, requestText(manner, { model: "endless" }));
    await readUntil(socket, (received) => received.includes("more "));
    const rest = readUntil(socket);
    await served.close(2_000);
    const text = await rest;
    expect(text).toContain("more ");
    expect(text).toMatch(/overloaded/);
    expect(text).not.toMatch(/message_stop|\[DONE\]|"finish_reason":"/);
  },
);

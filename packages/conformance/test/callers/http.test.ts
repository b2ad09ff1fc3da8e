import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { headersFor } from "../../runtimes/client.js";
import { headText, isWholeAnswer, readUntil, statusOf } from "../../runtimes/raw-client.js";
import { connectWith, isWhole, manners, mannerTitle, requestText, serveFile } from "./serve.js";

/** HTTP as no client writes it, against the server of the Node adapter. */
const served = await serveFile();

/** Sends bytes and reads until the server closes, or until what came is enough. */
async function exchange(bytes: string, enough?: (received: string) => boolean): Promise<string> {
  return readUntil(await connectWith(served.port, bytes), enough);
}

const closing = ["host: 127.0.0.1", "connection: close"];

describe("a target", () => {
  it.each(manners)(`H05 in its absolute form is its path ${mannerTitle}`, async (manner) => {
    for (const origin of ["http://elsewhere.example", "HTTPS://127.0.0.1:1"]) {
      const target = `${origin}${manner.endpoint}`;
      const received = await exchange(requestText(manner, { target, lines: closing }));
      expect(isWhole(received, manner), received).toBe(true);
    }
    const other = `http://elsewhere.example/other${manner.endpoint}`;
    const received = await exchange(requestText(manner, { target: other, lines: closing }));
    expect(statusOf(received)).toBe(404);
  });
});

it.each(manners)(`H05 a star as the target is a bad request ${mannerTitle}`, async (manner) => {
  const received = await exchange(requestText(manner, { target: "*", lines: closing }));
  expect(statusOf(received)).toBe(400);
});

describe("an old client", () => {
  it.each(manners)(
    `H06 of HTTP/1.0 gets an answer that ends with its connection ${mannerTitle}`,
    async (manner) => {
      const received = await exchange(requestText(manner, { version: "1.0", lines: [] }));
      expect(isWhole(received, manner), received).toBe(true);
      expect(received).not.toMatch(/transfer-encoding/i);
    },
  );
});

describe("a client that expects 100-continue", () => {
  const lines = ["host: 127.0.0.1", "expect: 100-continue"];

  it.each(manners)(`H07 is asked for its body ${mannerTitle}`, async (manner) => {
    const [head = "", body = ""] = requestText(manner, { lines }).split("\r\n\r\n");
    const socket = await connectWith(served.port, `${head}\r\n\r\n`);
    const first = await readUntil(socket, (received) => received.includes("\r\n\r\n"));
    expect(first).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(body);
    const second = await readUntil(socket, (received) => isWhole(received, manner));
    expect(isWhole(second, manner), second).toBe(true);
  });

  it.each(manners)(`H07 is refused before its body ${mannerTitle}`, async (manner) => {
    const large = requestText(manner, { lines, length: () => 100_000_000 });
    const [head = ""] = large.split("\r\n\r\n");
    const unknown = head.replaceAll(/sk-runtimes-\w+/g, "sk-wrong-0123456789");
    expect(statusOf(await exchange(`${unknown}\r\n\r\n`, isWholeAnswer))).toBe(401);
    expect(statusOf(await exchange(`${head}\r\n\r\n`, isWholeAnswer))).toBe(413);
  });
});

describe("a head that is not allowed", () => {
  const spoilt: readonly (readonly [name: string, lines: readonly string[]])[] = [
    ["both lengths", ["host: 127.0.0.1", "transfer-encoding: chunked"]],
    ["two lengths", ["host: 127.0.0.1", "content-length: 7"]],
    ["a space before the colon", ["host : 127.0.0.1"]],
    ["no host", []],
  ];

  it.each(manners)(`H08 is refused by the server itself ${mannerTitle}`, async (manner) => {
    for (const [name, lines] of spoilt) {
      const prompt = `not allowed: ${name}`;
      const received = await exchange(requestText(manner, { lines, prompt }));
      expect(statusOf(received), name).toBe(400);
      expect(received.split("\r\n\r\n")[1], name).toMatch(/^0?$/);
      expect(served.state(prompt).runs).toEqual([]);
    }
    const { endpoint } = manner;
    const coding = { ...headersFor(endpoint), "transfer-encoding": "chunked" };
    const received = await exchange(`${headText("POST", endpoint, coding)}nonsense\r\n{}\r\n`);
    expect(received).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
  });

  it.each(manners)(`H11 of more than 16 KiB is refused with 431 ${mannerTitle}`, async (manner) => {
    const lines = ["host: 127.0.0.1", `x-large: ${"x".repeat(20_000)}`];
    expect(statusOf(await exchange(requestText(manner, { lines })))).toBe(431);
  });
});

describe("a body of another length than declared", () => {
  it.each(manners)(
    `H09 that ends too early, with its connection, runs no model ${mannerTitle}`,
    async (manner) => {
      const prompt = `too early ${manner.endpoint} ${manner.stream}`;
      const socket = await connectWith(
        served.port,
        requestText(manner, { prompt, length: (bytes) => bytes + 10 }),
      );
      socket.end();
      expect(await readUntil(socket)).not.toContain("200");
      expect(served.state(prompt).runs).toEqual([]);
    },
  );

  it.each(manners)(`H10 that is longer is no second request ${mannerTitle}`, async (manner) => {
    const prompt = `longer ${manner.endpoint} ${manner.stream}`;
    for (const extra of ["junk\r\n\r\n", "\u0000\u0001\u0002"]) {
      const received = await exchange(`${requestText(manner, { prompt })}${extra}`);
      expect(received).toMatch(/HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/);
    }
    const isSettled = () => served.state(prompt).ledger.every(({ row }) => row.state === "settled");
    await until(isSettled);
  });
});

it.each(manners)(
  `H10 a body that is longer than declared is answered first ${mannerTitle}`,
  async (manner) => {
    const received = await exchange(`${requestText(manner)}junk\r\n\r\n`);
    expect(isWhole(received, manner), received).toBe(true);
    expect(received).toMatch(/HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/);
  },
);

describe("several requests on one connection", () => {
  it.each(manners)(`H15 are answered after an error ${mannerTitle}`, async (manner) => {
    const good = requestText(manner);
    const wrongKey = good.replaceAll(/sk-runtimes-\w+/g, "sk-wrong-0123456789");
    const socket = await connectWith(served.port);
    for (const [bytes, status] of [
      [wrongKey, 401],
      [good.replace('"echo"', '"none"'), 404],
      [good.replace('"echo",', '"echo":'), 400],
    ] as const) {
      socket.write(bytes);
      expect(statusOf(await readUntil(socket, isWholeAnswer))).toBe(status);
    }
    socket.write(good);
    const last = await readUntil(socket, (received) => isWhole(received, manner));
    expect(isWhole(last, manner), last).toBe(true);
  });

  it.each(manners)(
    `H15 have no connection after a large unread body ${mannerTitle}`,
    async (manner) => {
      const large = requestText(manner, { length: () => 900_000 });
      const wrongKey = large.replaceAll(/sk-runtimes-\w+/g, "sk-wrong-0123456789");
      const received = await exchange(wrongKey, isWholeAnswer);
      expect(statusOf(received)).toBe(401);
      expect(received).toMatch(/^connection: close\r$/im);
    },
  );

  it.each(manners)(
    `H16 that are pipelined are answered in their order ${mannerTitle}`,
    async (manner) => {
      const slow = requestText(manner, { model: "slow", prompt: "first" });
      const quick = requestText(manner, { prompt: "second", lines: closing });
      const received = await exchange(slow + quick);
      expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
      expect(received.indexOf("five")).toBeGreaterThan(0);
      expect(received.indexOf("second")).toBeGreaterThan(received.indexOf("five"));
    },
  );
});

import { linear, ratioOf } from "@diglot/test-support/growth";
import { describe, expect, it } from "vitest";
import { hostileReplies } from "../../hostile/replies.ts";
import type { Caller, HostileRequest } from "../../hostile/request.ts";
import { hostileRequests, toBody } from "../../hostile/requests.ts";
import { type Served, startHostileService } from "./serve.js";

const callers: readonly Caller[] = ["messages", "chat-completions"];
const megabyte = 1_000_000;

/**
 * How many times as much a request costs at most, on an idle machine, as the parser needs for its body and for
 * an ordinary one of the same size. Where work is repeated for each member, or quadratic, it is hundreds of times.
 */
const usualTimes = 40;
/** On a busy machine: other work takes caches and memory from serving more than from parsing. */
const mostTimes = 4 * usualTimes;
/** How much larger a text is than the parts that it is compared with. */
const parts = 16;

const service = startHostileService();
const encoder = new TextEncoder();

/** Milliseconds of this thread's processor, so that other work on the machine does not count. */
async function costOf<T>(work: () => T): Promise<{ result: Awaited<T>; cost: number }> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, cost: (user + system) / 1_000 };
}

function tryToParse(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    // Some shapes are not JSON; the parser's cost until it sees that is what counts.
  }
}

function named(name: string): HostileRequest {
  const shape = hostileRequests.find((one) => one.name === name);
  if (!shape) throw new Error(`There is no shape ${name}.`);
  return shape;
}

const request = { model: "m", stream: false };
const ordinary = toBody(named("short messages"), megabyte, "messages", request);

/** The lowest of three figures, or the first that is below the limit: what else the machine does only adds. */
async function lowest(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = await measure();
  for (let more = 0; more < 2 && least >= limit; more++) least = Math.min(least, await measure());
  return least;
}

/**
 * Serves a text of a megabyte, and expects that it costs little. What costs more than usual must at least cost
 * no more than its parts do: both are served, so a busy machine makes both dearer, and only work that grows
 * faster than the text fails.
 */
async function serveCheaply(
  textOf: (size: number) => string,
  serve: (text: string) => Promise<Served>,
  way: string,
): Promise<Served> {
  const text = textOf(megabyte);
  let served: Served = { status: 0, text: "" };
  const times = await lowest(usualTimes, async () => {
    const { cost: parsing } = await costOf(() => [text, ordinary].forEach(tryToParse));
    const { result, cost } = await costOf(() => serve(text));
    served = result;
    return cost / parsing;
  });
  expect(times, way).toBeLessThan(mostTimes);
  if (times < usualTimes) return served;
  const part = textOf(megabyte / parts);
  const serveParts = async () => {
    for (let count = 0; count < parts; count++) await serve(part);
  };
  const growth = await lowest(linear, () => ratioOf(() => serve(text), serveParts));
  expect(growth, `${way}, against its parts`).toBeLessThan(linear);
  return served;
}

/**
 * One caller reaches a model of the other format, and the other one a model of its own, as a stream;
 * the next shape has them the other way round. Each reaches one of the models of the command, too.
 * `npm run hostile` tries all ways.
 */
function waysOf({ name, callers: own = callers }: HostileRequest) {
  const [first = "messages", second = first] = name.length % 2 === 0 ? own : own.toReversed();
  const other = first === "messages" ? "chat-completions" : "messages";
  return [
    { caller: first, model: other, stream: false },
    { caller: second, model: second, stream: true },
    { caller: first, model: "echo", stream: false },
    { caller: second, model: "eliza", stream: true },
    { caller: second, model: "echo", stream: true },
  ];
}

/** The error in the form of the caller's format. */
function errorOf(caller: Caller, text: string): unknown {
  const body = JSON.parse(text);
  return caller === "messages" ? body.type === "error" && body.error : body.error;
}

describe("a hostile body of 1 MB", () => {
  it("is one of at least 60 shapes, each with a name of its own", () => {
    const names = hostileRequests.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(60);
  });

  it.for(hostileRequests)(
    "B05 B11 B15 costs little and is answered in its format: $name",
    async (shape) => {
      for (const { caller, model, stream } of waysOf(shape)) {
        const way = `${caller} to ${model}`;
        const served = await serveCheaply(
          (size) => toBody(shape, size, caller, { model, stream }),
          (text) => service.serve(caller, encoder.encode(text)),
          way,
        );
        expect([200, 400, 404], `${way}: ${served.text}`).toContain(served.status);
        if (served.status === 200) continue;
        expect(errorOf(caller, served.text), way).toMatchObject({ message: expect.any(String) });
        expect(served.text.length, way).toBeLessThan(50_000);
      }
    },
  );
});

describe("a hostile reply of 1 MB", () => {
  it.for(hostileReplies)("costs little, and ends in the caller's format: $name", async (shape) => {
    for (const [index, caller] of callers.entries()) {
      const request = { max_tokens: 64, messages: [{ role: "user", content: "hi" }] };
      const stream = shape.stream === (index === 0);
      const bytes = encoder.encode(JSON.stringify({ ...request, model: shape.upstream, stream }));
      const served = await serveCheaply(
        (size) => shape.toBody(size),
        (text) => service.serve(caller, bytes, { text, stream: shape.stream }),
        caller,
      );
      expect([200, 502], `${caller}: ${served.text.slice(0, 500)}`).toContain(served.status);
    }
  });
});

describe("a hostile text of 1 MB that is captured", () => {
  const isLikeSecrets = ({ name }: { readonly name: string }) => name.includes("like secrets: ");
  const capturing = startHostileService({ captures: true });

  async function serveAndLook(...call: Parameters<typeof capturing.serve>): Promise<Served> {
    const served = await capturing.serve(...call);
    expect((await capturing.look()).text.length).toBeGreaterThan(1_000);
    return served;
  }

  it.for(hostileRequests.filter(isLikeSecrets))(
    "costs little in spans and in the inspector: $name",
    async (shape) => {
      for (const { caller, model, stream } of waysOf(shape)) {
        const served = await serveCheaply(
          (size) => toBody(shape, size, caller, { model, stream }),
          (text) => serveAndLook(caller, encoder.encode(text)),
          `${caller} to ${model}`,
        );
        expect(served.status, served.text).toBe(200);
      }
    },
  );

  it.for(hostileReplies.filter(isLikeSecrets))(
    "costs little in spans and in the inspector: $name",
    async (shape) => {
      const { stream, upstream: model } = shape;
      for (const caller of callers) {
        const request = { max_tokens: 64, messages: [{ role: "user", content: "hi" }] };
        const bytes = encoder.encode(JSON.stringify({ ...request, model, stream }));
        const served = await serveCheaply(
          (size) => shape.toBody(size),
          (text) => serveAndLook(caller, bytes, { text, stream }),
          caller,
        );
        expect([200, 502], served.text.slice(0, 500)).toContain(served.status);
      }
    },
  );
});

describe("what a request costs", () => {
  it.for(["short messages", "distinct members", "calls with one id in turns", "one letter"])(
    "grows no faster than its body: %s",
    async (name) => {
      const cost = async (size: number) => {
        const text = toBody(named(name), size, "messages", { model: "in-process", stream: false });
        return (await costOf(() => service.serve("messages", encoder.encode(text)))).cost;
      };
      const growth = async () => (await cost(megabyte)) / Math.max(1, await cost(megabyte / 4));
      const all = [await growth(), await growth(), await growth()];
      expect(Math.min(...all)).toBeLessThan(12);
    },
  );
});

import {
  createMemoryKeys,
  createService,
  defineModel,
  healthEndpoints,
  type ReporterEvent,
  ServiceError,
  withFallback,
} from "@diglot/core";
import { expect, it } from "vitest";
import { toLine } from "./to-line.js";

const key = "sk-caller-canary";

/** What a service reports of an answer after a failed attempt, of refusals and of a probe. */
async function collectEvents(): Promise<readonly ReporterEvent[]> {
  const events: ReporterEvent[] = [];
  const failing = defineModel("main", async function* () {
    yield* [];
    throw new ServiceError({ kind: "overloaded", message: "Try again later." });
  });
  const spare = defineModel("spare", async function* () {
    yield "I am here.";
  });
  const service = createService({
    models: [withFallback([failing, spare])],
    keys: createMemoryKeys([{ key, id: "ann", accountId: "team-a" }]),
    endpoints: healthEndpoints(),
    reporter: (event) => void events.push(event),
  });
  const ask = (change: object, headers: Record<string, string> = {}) =>
    service.request("/v1/chat/completions", {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ...headers,
      },
      body: JSON.stringify({
        model: "main",
        user: "ann@example.com",
        messages: [{ role: "user", content: "prompt-canary" }],
        ...change,
      }),
    });
  await (await ask({ stream: true })).text();
  await ask({ model: "other" });
  await ask({}, { authorization: "Bearer sk-nobody" });
  await service.request("/healthz");
  await service.close();
  const fault = { fault: "store", kind: "store_unavailable" } as const;
  const error = new Error("The disk is full.");
  const failed = { at: 1, step: "settle", requestId: "req_1", accountId: "team-a" } as const;
  events.push({ type: "failure", ...failed, ...fault, error });
  return events;
}

it("makes the lines of the page about watching a service", async () => {
  const example = new URL("../../../../examples/logs/log-reporter.mjs", import.meta.url).href;
  const lines: unknown[] = [];
  const writeAt = (level: string) => (facts: object, message: string) =>
    lines.push({ level, message, facts });
  const levels = ["debug", "info", "warn", "error"];
  const log = Object.fromEntries(levels.map((level) => [level, writeAt(level)]));
  const { createLogReporter } = (await import(example)) as {
    createLogReporter(log: object): (event: ReporterEvent) => void;
  };
  const events = await collectEvents();
  events.forEach(createLogReporter(log));
  const own = events.flatMap((event) => toLine(event) ?? []);
  expect(own.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "warn attempt failed",
    "info request",
    "info request",
    "info request",
    "debug request",
    "error background failure",
  ]);
  expect(own).toEqual(lines);
  expect(JSON.stringify(own)).not.toMatch(/canary|example\.com/);
});

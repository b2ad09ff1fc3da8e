import { createFakeClock, type FakeClock } from "@diglot/test-support/clock";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import { flushPromises } from "@diglot/test-support/wait";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallerGonePolicy,
  chatCompletionsUpstream,
  createService,
  defineModel,
  type Model,
  messagesUpstream,
  type ReporterEvent,
  withFallback,
  withRetry,
  withTimeout,
} from "../src/index.js";
import { createScriptedLedger, type Fate } from "./scripted-ledger.js";
import { fakeUpstream, frames, replies } from "./upstream-of.js";

/** Milliseconds between the steps of everything that takes time here. */
const tick = 5;

function sleep(clock: FakeClock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.after(milliseconds, resolve));
}

/** The course of one attempt: how long each of its parts takes, and after how many of them it fails. */
interface Play {
  readonly pace: number;
  readonly failsAfter: number;
}

function generatorOf(clock: FakeClock, plays: () => Play): Model {
  return defineModel("scripted", async function* () {
    const { pace, failsAfter } = plays();
    for (let part = 0; part < 4; part++) {
      await sleep(clock, pace);
      if (part === failsAfter) throw new Error("The model broke.");
      yield `part ${part} `;
    }
  });
}

function upstreamOf(clock: FakeClock, format: FormatName, plays: () => Play): Model {
  const fake = fakeUpstream(async ({ body }) => {
    const { pace, failsAfter } = plays();
    await sleep(clock, pace);
    if (failsAfter === 0) return new Response("{}", { status: 500 });
    return body.stream === true
      ? pacedStream(clock, frames[format], pace, failsAfter)
      : Response.json(replies[format]);
  });
  return format === "messages"
    ? messagesUpstream(fake.options)
    : chatCompletionsUpstream(fake.options);
}

function pacedStream(
  clock: FakeClock,
  blocks: readonly string[],
  pace: number,
  failsAfter: number,
): Response {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await sleep(clock, pace);
        const block = blocks[sent];
        if (sent === failsAfter) controller.error(new TypeError("terminated"));
        else if (block === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(block));
        sent += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Models of each kind inside every wrapper that retries or stops them. */
function modelOf(clock: FakeClock, origin: FormatName | "in-process", plays: () => Play): Model {
  const leaf = () =>
    origin === "in-process" ? generatorOf(clock, plays) : upstreamOf(clock, origin, plays);
  const retried = withRetry(withTimeout(leaf(), { total: 60 }), { baseDelay: 10 });
  return withFallback([retried, leaf()], { id: "scripted" });
}

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>("works") },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }) },
  fc.constantFrom<Fate>("fails before", "fails after", "throws", 2_500),
);

const caller = fc.record({
  format: fc.constantFrom(...formatNames),
  stream: fc.boolean(),
  /** When the caller leaves; it may stay to the end. */
  leavesAfter: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined }),
  /** Whether the caller leaves by cancelling the body, if there is one. */
  cancels: fc.boolean(),
});

const world = fc.record({
  origin: fc.constantFrom("in-process" as const, ...formatNames),
  policy: fc.constantFrom<CallerGonePolicy>("bill-observed", "drain", "refund"),
  plays: fc.array(fc.record({ pace: fc.nat(20), failsAfter: fc.integer({ min: 0, max: 9 }) }), {
    minLength: 1,
    maxLength: 20,
  }),
  fates: fc.record({
    reserve: fc.array(fate, { maxLength: 20 }),
    heartbeat: fc.array(fate, { maxLength: 20 }),
    settle: fc.array(fate, { maxLength: 20 }),
    release: fc.array(fate, { maxLength: 20 }),
  }),
  callers: fc.array(caller, { minLength: 1, maxLength: 15 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;
type Caller = World["callers"][number];

function open({ origin, policy, plays, fates }: World) {
  const clock = createFakeClock();
  const ledger = createScriptedLedger(clock);
  for (const method of ["reserve", "heartbeat", "settle", "release"] as const) {
    ledger.script(method, ...fates[method]);
  }
  let next = 0;
  const play = () => plays[next++ % plays.length] ?? { pace: 0, failsAfter: 9 };
  const events: ReporterEvent[] = [];
  const service = createService({
    models: [modelOf(clock, origin, play)],
    ...{ allowAnonymous: true, ledger, clock, onCallerGone: policy, random: () => 0.5 },
    reporter: (event) => events.push(event),
  });
  return { clock, ledger, service, events };
}

/** Calls and leaves like the caller; resolves when the caller has read or abandoned everything. */
async function call(
  { clock, service }: ReturnType<typeof open>,
  { format, stream, leavesAfter, cancels }: Caller,
): Promise<void> {
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (leavesAfter !== undefined) {
    clock.after(leavesAfter, () => {
      if (cancels && reader) void reader.cancel().catch(() => undefined);
      else controller.abort();
    });
  }
  const [path, init] = requestOf(format, { stream }, { signal: controller.signal });
  try {
    reader = (await service.request(path, init)).body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
  } catch {
    // The caller has left, or the stream was cut.
  }
}

async function pass(clock: FakeClock, milliseconds: number, step = tick): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    clock.advance(step);
    await flushPromises();
  }
}

describe("whatever callers, models and the ledger do", () => {
  it("C03 L01 L02 L03 L04 no row is left open, none is settled twice, and no timer is left", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const opened = open(drawn);
        const { clock, ledger, events } = opened;
        const calls = drawn.callers.map((each) => call(opened, each));
        await pass(clock, 300);
        await pass(clock, 6_000, 500);
        await Promise.all(calls);
        const rows = ledger.records.all();
        expect(rows.filter(({ state }) => state === "open")).toEqual([]);
        const settled = events.flatMap((event) => (event.type === "settled" ? [event.row] : []));
        expect(settled.map(({ attemptId }) => attemptId).sort()).toEqual(
          rows.flatMap((row) => (row.state === "settled" ? [row.attemptId] : [])).sort(),
        );
        expect(clock.pending).toBe(0);
      }),
      { numRuns: repeats(25, 500) },
    );
  });

  it("P02 the service closes at any moment with nothing open, if the ledger answers in time", async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat(150), async (drawn, moment) => {
        const slow = (fates: readonly Fate[]) =>
          fates.map((each): Fate => (typeof each === "number" && each <= 40 ? each : "works"));
        const { reserve, heartbeat, settle, release } = drawn.fates;
        const opened = open({
          ...drawn,
          fates: {
            ...{ reserve: slow(reserve), heartbeat: slow(heartbeat) },
            ...{ settle: slow(settle), release: slow(release) },
          },
        });
        const { clock, ledger, service, events } = opened;
        const calls = drawn.callers.map((each) => call(opened, each));
        await pass(clock, moment);
        let closed = false;
        const closing = service.close({ timeout: 20 }).then(() => {
          closed = true;
          expect(ledger.records.all().filter(({ state }) => state === "open")).toEqual([]);
        });
        await pass(clock, 200);
        expect(closed).toBe(true);
        await Promise.all([closing, ...calls]);
        expect(
          events.filter((event) => event.type === "failure" && event.step === "settle"),
        ).toEqual([]);
      }),
      { numRuns: repeats(25, 500) },
    );
  });
});

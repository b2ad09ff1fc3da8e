import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { vi } from "vitest";
import { createMemoryLedger } from "../src/accounts/ledger/memory-ledger.js";
import type { AttemptContext } from "../src/bookkeeping/attempt-context.js";
import { createBookkeeper } from "../src/bookkeeping/bookkeeper.js";
import { createReceipt } from "../src/conversation/receipt/receipt.js";
import { completeUsage } from "../src/conversation/usage/usage.js";
import type { ReporterEvent } from "../src/events/event.js";
import { RequestEvents } from "../src/events/request-events.js";
import { defineModel } from "../src/models/in-process/define-model.js";
import type { AttemptAnnouncement } from "../src/models/model.js";
import type { ServiceOptions } from "../src/options.js";
import { toSettings } from "../src/settings.js";
import { createScriptedLedger, type Fate } from "./scripted-ledger.js";

/** A reported usage: 10 tokens in and 5 out, 20,000 nano-dollars. */
export const usage = completeUsage({ input: 10, output: 5 }, { input: 0, output: 0, reasoning: 0 });
/** A model that costs 1 dollar for a million tokens of input and 2 for output. */
const model = defineModel("m", async function* () {}, { prices: { input: 1, output: 2 } });
/** The lease of every row, in milliseconds. */
export const lease = 60_000;
/** Milliseconds between two heartbeats. */
export const turn = lease / 3;

/** A bookkeeper over a scripted ledger, and a record of everything that it does. */
export function ledgerOf({
  budget,
  ...options
}: Partial<ServiceOptions> & { readonly budget?: number } = {}) {
  const clock = createFakeClock(1_000);
  const budgets = budget === undefined ? {} : { team: budget };
  const ledger = createScriptedLedger(clock, createMemoryLedger({ clock, budgets }));
  const events: ReporterEvent[] = [];
  const tracked: Promise<unknown>[] = [];
  const endings: (() => void)[] = [];
  const spend = vi.fn();
  const report = (event: ReporterEvent) => void events.push(event);
  const bookkeeper = createBookkeeper(
    toSettings({
      models: [model],
      allowAnonymous: true,
      ledger,
      clock,
      random: () => 0,
      reporter: report,
      ...options,
    }),
  );
  const facts = { requestId: "req", format: "messages", operation: "generate" } as const;
  const reportFailure = (event: ReporterEvent) => event.type === "failure" && report(event);
  const requestEvents = new RequestEvents(reportFailure, clock, facts);
  const context: AttemptContext = {
    key: { id: "key-1", accountId: "team", models: "all" },
    requestId: "req",
    format: "messages",
    idempotencyKey: undefined,
    onCallerGone: "bill-observed",
    requestedModel: "m",
    endUser: undefined,
    input: { textBytes: 100, images: 0, originals: 0, others: 0, audioAt: undefined, estimate: 25 },
    reservedOutput: 50,
    run: {
      signal: new AbortController().signal,
      onEnd: (work) => endings.push(work),
      track: (work) => tracked.push(work),
    },
    events: requestEvents,
    trace: undefined,
  };
  const request = bookkeeper.begin(context);
  /** Opens an attempt of the default request, or of another request with changes. */
  const open = (change?: Partial<AttemptContext>, announced: Partial<AttemptAnnouncement> = {}) => {
    const attempts = change ? bookkeeper.begin({ ...context, ...change }) : request;
    return attempts.open({ model, ...announced }, { spend });
  };
  /** The events of a further request, of which all are kept. */
  const listen = () => {
    const heard: ReporterEvent[] = [];
    const events = new RequestEvents((event) => void heard.push(event), clock, facts);
    events.begin(createReceipt());
    return { events, heard };
  };

  /** Ends the request of all attempts. */
  const endRequest = () => {
    for (const work of endings.splice(0)) work();
  };

  /** Lets time pass in steps small enough for answers to arrive in between. */
  async function pass(milliseconds: number, step = 50): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) {
      clock.advance(Math.min(step, milliseconds - passed));
      await flushPromises();
    }
  }

  const failuresOf = (step: string) =>
    events.filter((event) => event.type === "failure" && event.step === step);
  const rowsOf = (type: "settled" | "recovered") =>
    events.flatMap((event) => (event.type === type ? [event.row] : []));
  return {
    ...{
      bookkeeper,
      request,
      model,
      open,
      run: context.run,
      endRequest,
      ledger,
      records: ledger.records,
      clock,
      pass,
    },
    ...{ events, failuresOf, rowsOf, tracked, spend, listen },
  };
}

/** Whether a promise is still pending. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  const note = () => {
    pending = false;
  };
  promise.then(note, note);
  await flushPromises();
  return pending;
}

/** The ways in which a call of a ledger fails without doing anything. */
export const failing: readonly (readonly [string, Fate])[] = [
  ["rejects", "fails before"],
  ["throws at once", "throws"],
];

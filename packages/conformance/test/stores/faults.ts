import type { Clock, Ledger, MaybePromise } from "@diglot/core";
import { expect } from "vitest";
import { type Way, ways } from "../upstreams/ways.js";
import { send, type World } from "../upstreams/world.js";

/** How a store fails. */
export type StoreFault =
  | "rejects"
  | "throws at once"
  | "never answers"
  /** Does the call, and then says that it failed. */
  | "commits, then rejects"
  /** Does the call, too late. */
  | "is late";

/** The faults after which nobody knows whether anything was done. */
export const outages = ["rejects", "throws at once", "never answers"] as const;

/** Relayed ways: both formats, streamed or not. */
export const relayedWays = ways.filter(({ caller, upstream }) => caller === upstream);

/** One of each format, and of each manner, for what takes long. */
export const fewWays = relayedWays.filter(
  ({ caller, stream }) => stream === (caller !== "messages"),
);

type LedgerCall = keyof Ledger;

/** A ledger whose calls fail as `faults` says at the moment. */
export interface FailingLedger {
  readonly ledger: Ledger;
  readonly faults: Partial<Record<LedgerCall, StoreFault>>;
  /** The calls so far, with the attempts that they ended or opened. */
  readonly calls: readonly LedgerCall[];
}

/** Lets the calls of a ledger fail. The clock is needed for those that are late. */
export function failing(ledger: Ledger, clock?: Clock): FailingLedger {
  const faults: Partial<Record<LedgerCall, StoreFault>> = {};
  const calls: LedgerCall[] = [];
  const wrap =
    <Arguments extends unknown[], Result>(
      name: LedgerCall,
      call: (...values: Arguments) => MaybePromise<Result>,
    ) =>
    (...values: Arguments): Promise<Result> => {
      calls.push(name);
      return fail(faults[name], async () => call(...values), clock);
    };
  return {
    faults,
    calls,
    ledger: {
      reserve: wrap("reserve", ledger.reserve),
      heartbeat: wrap("heartbeat", ledger.heartbeat),
      settle: wrap("settle", ledger.settle),
      release: wrap("release", ledger.release),
      recover: wrap("recover", ledger.recover),
      record: wrap("record", ledger.record),
    },
  };
}

/** Milliseconds by which a store is late. */
export const lateness = 1_000;

/** Makes a call with a fault. */
export function fail<T>(
  fault: StoreFault | undefined,
  call: () => Promise<T>,
  clock?: Clock,
): Promise<T> {
  switch (fault) {
    case undefined:
      return call();
    case "rejects":
      return Promise.reject(new Error("The connection was refused."));
    case "throws at once":
      throw new Error("The store is broken.");
    case "never answers":
      return new Promise(() => undefined);
    case "commits, then rejects":
      return call().then(() => Promise.reject(new Error("The connection was lost.")));
    case "is late":
      return new Promise<void>((resolve) => clock?.after(lateness, resolve)).then(call);
  }
}

/** Asks, and checks that the answer in the caller's format says to retry, and that nothing was sent. */
export async function expectUnavailable(world: World, answer = send(world)): Promise<void> {
  const sentBefore = world.upstream.requests.length;
  const response = await world.during(answer);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  const { error } = JSON.parse(await response.text());
  expect(error).toMatchObject(errors[world.way.caller]);
  expect(world.upstream.requests).toHaveLength(sentBefore);
}

const errors: Readonly<Record<Way["caller"], object>> = {
  messages: { type: "api_error" },
  "chat-completions": { type: "server_error", code: "store_unavailable", param: null },
};

/** Checks that an answer is whole, in its format and manner. */
export async function expectWhole(way: Way, answer: Response | Promise<Response>): Promise<void> {
  const response = await answer;
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain("lo");
  if (!way.stream) JSON.parse(text);
  else expect(text).toContain(way.caller === "messages" ? "message_stop" : "[DONE]");
  expect(text).not.toContain('"error"');
}

/** What a way is called in a title. */
export const wayTitle = "($caller caller, stream: $stream)";

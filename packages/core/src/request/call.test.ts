import { describe, expect, it, vi } from "vitest";
import type { CallerGonePolicy } from "../accounts/ledger/ledger.js";
import type { Bookkeeper } from "../bookkeeping/bookkeeper.js";
import { beginCall, type Place, type Routed, type ValidRequest } from "./call.js";
import type { Lifetime } from "./lifetime.js";

interface Setting {
  readonly maxTokens?: number;
  readonly most?: number;
  readonly choices?: number;
  readonly onCallerGone?: CallerGonePolicy;
  readonly idempotencyKey?: string;
}

/** The call of a request, and what was begun for it. */
function begin(setting: Setting) {
  const { maxTokens, most, choices = 1, onCallerGone = "bill-observed", idempotencyKey } = setting;
  const run = { onEnd: vi.fn(), callerIsGone: () => false };
  const beginRun = vi.fn<Lifetime["begin"]>(() => run as never);
  const beginRows = vi.fn<Bookkeeper["begin"]>(() => ({}) as never);
  const routed = {
    settings: { onCallerGone, drain: { milliseconds: 9 }, defaultMaxTokens: 100 },
    lifetime: { begin: beginRun },
    bookkeeper: { begin: beginRows },
    ...{ exchange: {}, format: { name: "messages" } },
  } as unknown as Routed;
  const valid = {
    key: {},
    request: { maxTokens, choices, body: {} },
    model: { capabilities: { maxOutputTokens: most } },
    bytes: new Uint8Array(2),
  } as unknown as ValidRequest;
  const place = { leave: vi.fn() } as unknown as Place;
  const call = beginCall(routed, valid, place, idempotencyKey);
  return {
    call,
    drainTime: beginRun.mock.calls[0]?.[1],
    rows: beginRows.mock.calls[0]?.[0],
    run,
    place,
  };
}

describe("the output that is reserved for a request", () => {
  it.each<[string, Setting, number]>([
    ["what its caller asks for", { maxTokens: 7, most: 50 }, 7],
    ["the most that the model can", { most: 50 }, 50],
    ["the default of the service", {}, 100],
    ["that for each choice", { maxTokens: 7, choices: 3 }, 21],
  ])("is %s", (_what, setting, reserved) => {
    const { call, rows } = begin(setting);
    expect([call.reservedOutput, rows?.reservedOutput]).toEqual([reserved, reserved]);
  });
});

describe("a request whose caller leaves", () => {
  it.each<[string, Setting, CallerGonePolicy, number]>([
    ["ends at once, as the service is set", {}, "bill-observed", 0],
    ["goes on for a while, as the service is set", { onCallerGone: "drain" }, "drain", 9],
    ["goes on for a while if it may be sent again", { idempotencyKey: "again" }, "drain", 9],
  ])("%s", (_what, setting, policy, time) => {
    const { call, drainTime, rows } = begin(setting);
    expect([call.onCallerGone, rows?.onCallerGone, drainTime]).toEqual([policy, policy, time]);
  });
});

it("keeps its place until the end of its run", () => {
  const { run, place } = begin({});
  expect(place.leave).not.toHaveBeenCalled();
  expect(run.onEnd).toHaveBeenCalledExactlyOnceWith(place.leave);
});

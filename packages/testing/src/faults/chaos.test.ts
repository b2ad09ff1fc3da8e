import type { ModelRequest } from "@diglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chaos } from "./chaos.js";
import { describeFaults } from "./describe-faults.js";
import type { Fault } from "./fault.js";
import { faults } from "./faults.js";
import { planOf } from "./plan-of.js";

const request = {} as ModelRequest;

function listOf(options: Parameters<typeof chaos>[0], length = 200): (readonly Fault[])[] {
  const plan = planOf(chaos(options));
  return Array.from({ length }, (_, index) => plan({ index, request }));
}

describe("chaos", () => {
  it("gives the same faults to the same requests, in whatever order they come", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(10_000), fc.nat(10_000), (seed, one, other) => {
        const first = planOf(chaos({ seed }));
        const second = planOf(chaos({ seed }));
        const forth = [one, other].map((index) => first({ index, request }));
        const back = [other, one].map((index) => second({ index, request })).reverse();
        expect(back).toEqual(forth);
      }),
    );
  });

  it("gives other faults for another seed", () => {
    expect(listOf({ seed: 1 })).not.toEqual(listOf({ seed: 2 }));
  });

  it("lets about as many requests go wrong as its rate says", () => {
    const wrong = (rate: number) =>
      listOf({ seed: 3, rate }, 2_000).filter(({ length }) => length > 0).length;
    expect(wrong(0)).toBe(0);
    expect(wrong(1)).toBe(2_000);
    expect(wrong(0.25)).toBeGreaterThan(400);
    expect(wrong(0.25)).toBeLessThan(600);
  });

  it("chooses among all kinds of faults that end by themselves", () => {
    const kinds = new Set(
      listOf({ seed: 4, rate: 1 }, 1_000)
        .flat()
        .map(({ type }) => type),
    );
    expect([...kinds].sort()).toEqual([
      "chunks",
      "content_type",
      "cut",
      "duplicate",
      "error",
      "error_event",
      "garbage",
      "html",
      "no_terminal",
      "reset",
      "stall",
      "trickle",
      "unreachable",
    ]);
  });

  it("chooses among the faults that it is given, and asks those that are made by chance", () => {
    const given = [
      faults.timeout(),
      (random: { between(least: number, most: number): number }) =>
        faults.cut({ bytes: random.between(5, 6) }),
    ];
    const described = new Set(
      listOf({ seed: 5, rate: 1, faults: given }).flat().map(describeFaults),
    );
    expect([...described].sort()).toEqual(["cut after 5 bytes", "cut after 6 bytes", "silence"]);
  });

  it("chooses places near the beginning, short waits, and half of the requests by default", () => {
    const all = listOf({ seed: 6 }, 5_000);
    const wrong = all.filter(({ length }) => length > 0);
    expect(wrong.length / all.length).toBeCloseTo(0.5, 1);
    const most = { bytes: 0, events: 0, blocks: 0 };
    const statuses = new Set<number>();
    for (const fault of wrong.flat()) {
      if (fault.type === "html") statuses.add(fault.status);
      if (fault.type === "stall") {
        expect(fault.milliseconds).toBeGreaterThanOrEqual(1);
        expect(fault.milliseconds).toBeLessThanOrEqual(50);
      }
      if (!("at" in fault)) continue;
      for (const [unit, count] of Object.entries(fault.at) as [keyof typeof most, number][]) {
        most[unit] = Math.max(most[unit], count);
      }
    }
    expect(statuses).toEqual(new Set([502, 503, 504]));
    expect([most.events, most.blocks]).toEqual([20, 3]);
    expect(most.bytes).toBeGreaterThan(1_800);
    expect(most.bytes).toBeLessThanOrEqual(2_000);
  });

  it("chooses all ways to cut, and all kinds of places", () => {
    const all = listOf({ seed: 7, rate: 1 }, 3_000).flat();
    const cuts = all.flatMap((fault) => (fault.type === "chunks" ? fault.chunks : []));
    const named = cuts.map((chunks) =>
      typeof chunks === "string" ? chunks : Object.keys(chunks)[0],
    );
    expect([...new Set(named)].sort()).toEqual([
      "bytes",
      "characters",
      "events",
      "lines",
      "seed",
      "whole",
    ]);
    const places = all.flatMap((fault) => ("at" in fault ? Object.keys(fault.at) : []));
    expect([...new Set(places)].sort()).toEqual(["blocks", "bytes", "events"]);
  });

  it.each([
    { seed: 1, rate: -0.1 },
    { seed: 0.5 },
    { seed: 1, rate: 1.1 },
    { seed: 1, rate: Number.NaN },
    { seed: 1, faults: [] },
  ])("refuses %j", (options) => {
    expect(() => chaos(options)).toThrow(TypeError);
  });
});

describe("describeFaults", () => {
  it.each<[Fault | Fault[] | undefined, string]>([
    [undefined, "nothing"],
    [[], "nothing"],
    [faults.rateLimited({ retryAfterSeconds: 3 }), "error rate_limited, retry after 3 s"],
    [faults.error("conflict", { retryAfterSeconds: 0 }), "error conflict, retry after 0 s"],
    [faults.error("conflict", { message: "No." }), "error conflict"],
    [faults.html(504), "HTML page with status 504"],
    [faults.timeout(), "silence"],
    [faults.unreachable(), "connection lost before the head"],
    [faults.contentType("text/html"), "content type text/html"],
    [faults.cut({ blocks: 1 }), "cut after 1 block"],
    [faults.reset({ bytes: 0 }), "connection reset after 0 bytes"],
    [faults.duplicate({ events: 2 }), "duplicate after 2 events"],
    [faults.stall({ events: 1 }, 0), "stall after 1 event, 0 ms"],
    [faults.errorEvent({ bytes: 2 }, { kind: "internal" }), "error event internal after 2 bytes"],
    [faults.chunks({ bytes: 1 }), "reads: 1 byte each"],
    [faults.chunks({ seed: 9, upTo: 1 }), "reads: at random (seed 9, up to 1 byte)"],
    [faults.contentType(), "no content type"],
    [faults.stall({ events: 1 }), "stall after 1 event, for ever"],
    [faults.stall({ blocks: 2 }, 30), "stall after 2 blocks, 30 ms"],
    [faults.garbage({ bytes: 1 }, "\n"), 'garbage "\\n" after 1 byte'],
    [faults.errorEvent({ events: 2 }), "error event overloaded after 2 events"],
    [faults.chunks({ seed: 9 }), "reads: at random (seed 9, up to 64 bytes)"],
    [faults.merge(3), "reads: 3 events each"],
    [faults.splitLines(), "reads: lines"],
    [faults.trickle(10, 5), "10 bytes every 5 ms"],
    [[faults.cut({ bytes: 3 }), faults.noTerminal()], "cut after 3 bytes, then no last event"],
  ])("says %j in a line", (fault, line) => {
    expect(describeFaults(fault)).toBe(line);
  });
});

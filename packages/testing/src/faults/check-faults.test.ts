import { checks } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { validChunks, validFault, validFaults, validPlan } from "./check-faults.js";
import { faults } from "./faults.js";

const at = { bytes: 0 };

describe("a fault", () => {
  it.each([
    faults.error("budget_exhausted", { message: "", retryAfterSeconds: 0.5 }),
    ...[faults.html(), faults.html(200), faults.html(599), faults.timeout(), faults.unreachable()],
    ...[faults.contentType(), faults.contentType("text/plain")],
    ...[faults.cut(at), faults.cut({ events: 0 }), faults.reset({ blocks: 3 })],
    ...[faults.stall(at), faults.stall(at, 0), faults.garbage(at), faults.garbage(at, "")],
    ...[faults.duplicate(at), faults.errorEvent(at), faults.errorEvent(at, { kind: "internal" })],
    ...[faults.noTerminal(), faults.trickle(1, 0), faults.merge(1)],
    ...[faults.splitCharacters(), faults.splitLines(), faults.chunks({ seed: -0.5, upTo: 1 })],
  ])("may be %j, as `faults` makes it", (fault) => {
    expect(checks.fits(validFault, fault)).toBe(true);
  });

  it.each([
    ...["overloaded", null, [], {}, { type: "nonsense" }, { type: "constructor" }],
    ...[{ type: "error" }, { type: "error", kind: "nonsense" }],
    { type: "error", kind: "overloaded", retryAfterSeconds: -1 },
    ...[{ type: "html" }, { type: "html", status: 199 }, { type: "html", status: 600 }],
    { type: "html", status: 502.5 },
    ...[
      { type: "silence", milliseconds: 5 },
      { type: "content_type", value: 5 },
    ],
    ...[{ type: "cut" }, { type: "cut", at: 3 }, { type: "cut", at: {} }],
    ...[
      { type: "cut", at: { bytes: -1 } },
      { type: "cut", at: { events: 0.5 } },
    ],
    ...[
      { type: "cut", at: { words: 1 } },
      { type: "cut", at: { bytes: 1, events: 1 } },
    ],
    ...[
      { type: "stall", at, milliseconds: -1 },
      { type: "garbage", at },
    ],
    { type: "error_event", at, kind: "nonsense" },
    ...[{ type: "chunks" }, { type: "chunks", chunks: "words" }],
    ...[
      { type: "trickle", bytes: 0, milliseconds: 1 },
      { type: "trickle", bytes: 1 },
    ],
    { type: "trickle", bytes: 1, milliseconds: -1 },
  ])("cannot be %j", (fault) => {
    expect(checks.fits(validFault, fault)).toBe(false);
  });
});

describe("cuts between reads", () => {
  it.each(["whole", "events", "characters", "lines", { bytes: 1 }, { events: 2 }, { seed: 0 }])(
    "may be %j",
    (chunks) => {
      expect(checks.fits(validChunks, chunks)).toBe(true);
    },
  );

  it.each([
    5,
    "words",
    {},
    { bytes: 0 },
    { events: 1.5 },
    { seed: "1" },
    { seed: 1, upTo: 0 },
    { upTo: 4 },
  ])("cannot be %j", (chunks) => {
    expect(checks.fits(validChunks, chunks)).toBe(false);
  });
});

it("a request has one fault, several or none, and a plan is a list of them or a function", () => {
  const fault = faults.noTerminal();
  expect([fault, [], [fault, fault]].map((each) => checks.fits(validFaults, each))).toEqual([
    true,
    true,
    true,
  ]);
  expect(checks.fits(validFaults, [fault, "none"])).toBe(false);
  expect(checks.fits(validPlan, [undefined, fault, [fault]])).toBe(true);
  expect(checks.fits(validPlan, () => undefined)).toBe(true);
  for (const plan of [fault, [null], ["none"]]) expect(checks.fits(validPlan, plan)).toBe(false);
});

import { describe, expect, it } from "vitest";
import type { Fault } from "./fault.js";
import { faults } from "./faults.js";

const at = { events: 2 };

describe("faults by their usual names", () => {
  it.each<[Fault, Fault]>([
    [faults.error("conflict"), { type: "error", kind: "conflict" }],
    [
      faults.rateLimited({ retryAfterSeconds: 3 }),
      { type: "error", kind: "rate_limited", retryAfterSeconds: 3 },
    ],
    [
      faults.overloaded({ message: "Busy." }),
      { type: "error", kind: "overloaded", message: "Busy." },
    ],
    [faults.serverError(), { type: "error", kind: "internal" }],
    [faults.html(), { type: "html", status: 502 }],
    [faults.html(504), { type: "html", status: 504 }],
    [faults.timeout(), { type: "silence" }],
    [faults.unreachable(), { type: "unreachable" }],
    [faults.contentType("text/html"), { type: "content_type", value: "text/html" }],
    [faults.contentType(), { type: "content_type", value: undefined }],
    [faults.cut(at), { type: "cut", at }],
    [faults.reset(at), { type: "reset", at }],
    [faults.stall(at), { type: "stall", at, milliseconds: undefined }],
    [faults.stall(at, 5), { type: "stall", at, milliseconds: 5 }],
    [faults.trickle(3, 5), { type: "trickle", bytes: 3, milliseconds: 5 }],
    [faults.duplicate(at), { type: "duplicate", at }],
    [faults.garbage(at), { type: "garbage", at, bytes: "data: {garbage\n\n" }],
    [faults.garbage(at, "?"), { type: "garbage", at, bytes: "?" }],
    [faults.errorEvent(at), { type: "error_event", at }],
    [
      faults.errorEvent(at, { kind: "internal", message: "No." }),
      { type: "error_event", at, kind: "internal", message: "No." },
    ],
    [faults.noTerminal(), { type: "no_terminal" }],
    [faults.chunks("whole"), { type: "chunks", chunks: "whole" }],
    [faults.splitCharacters(), { type: "chunks", chunks: "characters" }],
    [faults.splitLines(), { type: "chunks", chunks: "lines" }],
    [faults.merge(3), { type: "chunks", chunks: { events: 3 } }],
  ])("are the plain data %j", (fault, data) => {
    expect(fault).toEqual(data);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a kind that there is not",
      () => faults.error("busy" as never),
      'faults.error: "kind" must be one of',
    ],
    [
      "an option that there is not",
      () => faults.rateLimited({ retryAfter: 3 } as never),
      'faults.error: "retryAfter" is not an option',
    ],
    [
      "a time before now",
      () => faults.overloaded({ retryAfterSeconds: -1 }),
      'faults.error: "retryAfterSeconds"',
    ],
    [
      "another kind of error event",
      () => faults.errorEvent(at, { kind: "busy" as never }),
      'faults.errorEvent: "kind" must be one of',
    ],
    [
      "a time in an error event",
      () => faults.errorEvent(at, { retryAfterSeconds: 1 } as never),
      'faults.errorEvent: "retryAfterSeconds" is not an option',
    ],
  ])("refuse %s", (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});

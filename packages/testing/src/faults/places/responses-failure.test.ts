import { framesOf } from "@diglot/test-support/answers";
import { describe, expect, it } from "vitest";
import {
  changed,
  contextOf,
  responses as r,
  responsesStream,
} from "../../../test/faults/bodies.js";
import type { Place } from "../fault.js";
import { faults } from "../faults.js";

/** The events of a stream of Responses that ends with an error at a place. */
async function failedAt(at: Place) {
  const fault = faults.errorEvent(at, { kind: "internal", message: "It broke." });
  const text = await changed(responsesStream.join(""), fault, contextOf("responses"));
  return framesOf(text).map(({ data }) => JSON.parse(data));
}

describe("an error in a stream of Responses", () => {
  it("is a nested error, and a failed response after it", async () => {
    const events = await failedAt({ events: 3 });
    const error = { type: "server_error", code: "server_error", message: "It broke.", param: null };
    expect(events.slice(-2)).toMatchObject([
      { type: "error", error },
      { type: "response.failed", response: { id: "resp_1", status: "failed", error } },
    ]);
  });

  it("goes on with the numbers of the stream", async () => {
    const events = await failedAt({ events: 3 });
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual([0, 1, 2, 3, 4]);
  });

  it("repeats whole items, and those that were open as incomplete", async () => {
    const events = await failedAt({ events: 5 });
    const { said0, call1 } = r.items;
    expect(events.at(-1).response.output).toEqual([said0, { ...call1, status: "incomplete" }]);
  });

  it("announces the response itself if nothing was sent before it", async () => {
    const events = await failedAt({ events: 0 });
    expect(events.map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "error",
      "response.failed",
    ]);
    const [created, , , failed] = events;
    expect(created.response.id).toMatch(/^resp_/);
    expect(failed.response).toMatchObject({ id: created.response.id, status: "failed" });
  });
});

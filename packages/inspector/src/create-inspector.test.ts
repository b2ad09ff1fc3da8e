import { expect, it } from "vitest";
import { createInspector, viewOf } from "./create-inspector.js";

/** Whether a turn of the event loop passes while a request with so long a body is shown. */
async function givesWay(characters: number): Promise<boolean> {
  const inspector = createInspector({ capture: true });
  const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
  inspector.reporter({ type: "request_begun", at: 1, milliseconds: 0, ...facts });
  const body = new TextEncoder().encode("-eyJ".repeat(characters / 4));
  inspector.reporter.contents?.({ type: "request", requestId: "a", at: 1, body });
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  const shown = await viewOf(inspector)?.detail("a", undefined);
  expect(shown?.request?.text).toHaveLength(characters);
  return hasTurned;
}

it("gives way to other work while it shows large contents, and shows small ones at once", async () => {
  expect([await givesWay(1_000), await givesWay(250_000)]).toEqual([false, true]);
});

it("lists a request that streams again with each event, with the tokens that have come", () => {
  const inspector = createInspector({ capture: true });
  const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
  inspector.reporter({ type: "request_begun", at: 1, milliseconds: 0, ...facts });
  const view = viewOf(inspector);
  const begun = view?.list(undefined);
  expect(begun?.requests).toHaveLength(1);
  const event = { type: "delta", index: 0, delta: { type: "text", text: "eight ch" } } as const;
  inspector.reporter.contents?.({ type: "events", requestId: "a", at: 2, events: [event] });
  expect(view?.list(begun?.next).requests).toMatchObject([{ id: "a", output: 2 }]);
});

it("says how many events of a request were not kept", async () => {
  const inspector = createInspector({ capture: { bytesPerRequest: 1_000 } });
  const facts = { requestId: "a", format: "messages", operation: "generate" } as const;
  inspector.reporter({ type: "request_begun", at: 1, milliseconds: 0, ...facts });
  const event = {
    type: "delta",
    index: 0,
    delta: { type: "text", text: "a".repeat(200) },
  } as const;
  const events = [event, event, event];
  inspector.reporter.contents?.({ type: "events", requestId: "a", at: 2, events });
  const shown = await viewOf(inspector)?.detail("a", undefined);
  expect(shown?.moments.filter(({ kind }) => kind === "event")).toHaveLength(1);
  expect(shown?.lostEvents).toBe(2);
});

it("says of a body that was cut how long it was, and that it was cut", async () => {
  const inspector = createInspector({ capture: { bytesPerRequest: 1_000 } });
  for (const [requestId, length] of [
    ["long", 2_000],
    ["short", 100],
  ] as const) {
    const facts = { requestId, format: "messages", operation: "generate" } as const;
    inspector.reporter({ type: "request_begun", at: 1, milliseconds: 0, ...facts });
    const body = new TextEncoder().encode("a".repeat(length));
    inspector.reporter.contents?.({ type: "request", requestId, at: 1, body });
  }
  const show = async (id: string) => (await viewOf(inspector)?.detail(id, undefined))?.request;
  const long = await show("long");
  expect(long).toMatchObject({ bytes: 2_000, isCut: true });
  expect(long?.text.length).toBeLessThan(1_000);
  expect(await show("short")).toEqual({ text: "a".repeat(100), bytes: 100, isCut: false });
});

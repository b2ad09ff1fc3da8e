import { describe, expect, it } from "vitest";
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

describe("the list of an inspector", () => {
  const facts = (requestId: string) =>
    ({ requestId, format: "messages", operation: "generate" }) as const;
  const viewed = (options = {}) => {
    const inspector = createInspector(options);
    const view = viewOf(inspector) ?? expect.fail("It has no view.");
    const begin = (id: string) =>
      inspector.reporter({ type: "request_begun", at: 1, milliseconds: 0, ...facts(id) });
    return { inspector, view, begin };
  };
  const idsOf = ({ requests }: { readonly requests: readonly { readonly id: string }[] }) =>
    requests.map(({ id }) => id);

  it("is whole without a cursor, and then what has changed since", () => {
    const { view, begin } = viewed();
    begin("a");
    const first = view.list(undefined);
    expect([first.isWhole, idsOf(first), first.captures]).toEqual([true, ["a"], false]);
    expect(first.next).toMatch(/^[0-9a-f]{8}-1$/);
    begin("b");
    const second = view.list(first.next);
    expect([second.isWhole, idsOf(second)]).toEqual([false, ["b"]]);
    expect(idsOf(view.list(second.next))).toEqual([]);
  });

  it.each(["", "-", "-x1", "-1x", "-1234567890123456", "other-1"])(
    "is whole after a cursor that is none: %s",
    (end) => {
      const { view, begin } = viewed();
      begin("a");
      const [process = ""] = view.list(undefined).next.split("-");
      const list = view.list(end.startsWith("other") ? end : `${process}${end}`);
      expect([list.isWhole, idsOf(list)]).toEqual([true, ["a"]]);
    },
  );

  it("may have any version behind its cursor", () => {
    const { view, begin } = viewed();
    begin("a");
    const [process = ""] = view.list(undefined).next.split("-");
    expect(view.list(`${process}-123456789012345`).isWhole).toBe(false);
    expect(idsOf(view.list(`${process}-0`))).toEqual(["a"]);
  });

  it("has a request again when some of its reply has come, if contents are captured", () => {
    const { inspector, view, begin } = viewed({ capture: true });
    begin("a");
    const first = view.list(undefined);
    expect(first.captures).toBe(true);
    const about = { requestId: "a", at: 2 };
    inspector.reporter.contents?.({ type: "answer", ...about, status: 200, headers: [] });
    expect(idsOf(view.list(first.next))).toEqual([]);
    const delta = { type: "delta", index: 0, delta: { type: "text", text: "12345" } } as const;
    inspector.reporter.contents?.({ type: "events", ...about, events: [delta] });
    const second = view.list(first.next);
    expect(second.requests).toMatchObject([{ id: "a", output: 2 }]);
  });

  it("forgets what is over the number that is kept, with its contents", async () => {
    const { inspector, view, begin } = viewed({ keepRequests: 1, capture: true });
    for (const id of ["a", "b"]) {
      begin(id);
      const body = new TextEncoder().encode("{}");
      inspector.reporter.contents?.({ type: "request", requestId: id, at: 1, body });
    }
    const list = view.list(undefined);
    expect([list.oldest, idsOf(list)]).toEqual([2, ["b"]]);
    expect(await view.detail("a", undefined)).toBeUndefined();
    expect(await view.detail("b", undefined)).toMatchObject({ request: { text: "{}" } });
  });

  it("keeps of requests that it does not list nothing that would push out others", async () => {
    const { inspector, view, begin } = viewed({ keepRequests: 1, capture: true });
    begin("a");
    const body = new TextEncoder().encode("{}");
    inspector.reporter.contents?.({ type: "request", requestId: "a", at: 1, body });
    const other = { requestId: "admin", at: 2 };
    inspector.reporter.contents?.({ type: "answer", ...other, status: 200, headers: [] });
    expect(await view.detail("a", undefined)).toMatchObject({ request: { text: "{}" } });
  });

  it("sees no contents unless it captures them", async () => {
    const { inspector, view, begin } = viewed();
    expect(inspector.reporter).not.toHaveProperty("contents");
    begin("a");
    expect(await view.detail("a", undefined)).toMatchObject({ contents: "off" });
    expect(viewOf({ reporter: inspector.reporter })).toBeUndefined();
  });
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

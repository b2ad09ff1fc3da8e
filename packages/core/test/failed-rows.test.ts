import { createFakeClock } from "@diglot/test-support/clock";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  balanced,
  defineModel,
  type Model,
  ServiceError,
  withFallback,
  withRetry,
  withTimeout,
} from "../src/index.js";
import { attemptOf, everyWay, upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, replies, streamOf } from "./upstream-of.js";

const refuse = (status: number) => () =>
  Response.json({ error: { type: "some_error", message: "No." } }, { status });
const notAReply = () => Response.json({ nothing: true });

/** What the rows of one request say of its failures. */
async function rowsOf(model: Model, name: string, change: Record<string, unknown> = {}) {
  const { service, ledger } = serviceOf(model);
  const [path, init] = requestOf("messages", { model: name, ...change });
  const response = await service.request(path, init);
  await response.text();
  await service.close();
  return ledger.all().map((row) => {
    if (row.state === "open") throw new Error("A row is open.");
    const { requestedModel, model: answered, end, errorKind, upstreamStatus } = row;
    return { requestedModel, model: answered, end, errorKind, upstreamStatus };
  });
}

describe.each(everyWay)("the row of a $caller caller with a $upstream upstream", (way) => {
  it.each([
    [401, "upstream_unavailable"],
    [400, "bad_request"],
    [500, "upstream_unavailable"],
  ] as const)("has the status %i of a refusal, and its kind", async (status, errorKind) => {
    for (const stream of [false, true]) {
      const { row } = await attemptOf(way, refuse(status), { stream });
      expect(row).toMatchObject({ errorKind, upstreamStatus: status });
    }
  });

  it("has the kind of an answer that is no reply", async () => {
    const { row } = await attemptOf(way, notAReply);
    expect(row).toMatchObject({ errorKind: "upstream_bad_response", upstreamStatus: 200 });
  });

  it("has the kind of a stream that breaks off", async () => {
    const cut = () => streamOf(frames[way.upstream].slice(0, 3));
    const { row } = await attemptOf(way, cut, { stream: true });
    expect(row).toMatchObject({
      end: "upstream_error",
      errorKind: "upstream_bad_response",
      upstreamStatus: 200,
    });
  });

  it("has no status if the upstream has not answered", async () => {
    const { row } = await attemptOf(way, () => {
      throw new TypeError("fetch failed");
    });
    expect(row).toMatchObject({ errorKind: "upstream_unavailable" });
    expect(row?.upstreamStatus).toBeUndefined();
  });

  it("says nothing of a failure if there was none", async () => {
    const whole = [
      await attemptOf(way, () => Response.json(replies[way.upstream])),
      await attemptOf(way, () => streamOf(frames[way.upstream]), { stream: true }),
    ];
    for (const { row } of whole) {
      expect(row).toMatchObject({ end: "completed", requestedModel: "scripted" });
      expect(row?.errorKind).toBeUndefined();
      expect(row?.upstreamStatus).toBeUndefined();
    }
  });
});

describe("the row of an in-process model", () => {
  it.each([
    ["an error of its own", new Error("broken"), "internal"],
    ["a chosen kind", new ServiceError({ kind: "overloaded", message: "Full." }), "overloaded"],
  ])("has the kind of %s, at once and in the middle", async (_, error, errorKind) => {
    const model = defineModel("m", async function* ({ stream }) {
      if (stream) yield "He";
      throw error;
    });
    for (const stream of [false, true]) {
      expect(await rowsOf(model, "m", { stream })).toMatchObject([
        { end: "upstream_error", errorKind },
      ]);
    }
  });

  it("has the kind of a model that is no generator", async () => {
    // @ts-expect-error what JavaScript users may pass
    const model = defineModel("m", () => "text");
    expect(await rowsOf(model, "m")).toMatchObject([{ errorKind: "internal" }]);
  });

  it("has the kind of a reply that takes too long", async () => {
    const clock = createFakeClock();
    const model = defineModel("m", async function* () {
      clock.advance(1_000);
      yield await new Promise<string>(() => undefined);
    });
    const { service, ledger } = serviceOf(model, { clock, timeouts: { total: 1_000 } });
    await (await service.request(...requestOf("messages", { model: "m" }))).text();
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: "timeout", errorKind: "upstream_timeout" }]);
  });
});

describe("the rows of several models behind one name", () => {
  const upstreamOf = (id: string, answer: () => Response) =>
    upstreamCreators.messages(fakeUpstream(answer, { id }).options);
  const good = () => Response.json(replies.messages);
  const failed = { end: "upstream_error", errorKind: "upstream_unavailable", upstreamStatus: 500 };

  it("have the name that was asked for beside the model that answered", async () => {
    const model = withFallback([upstreamOf("dear", refuse(500)), upstreamOf("cheap", good)], {
      id: "smart",
      aliases: ["smart-*"],
    });
    expect(await rowsOf(model, "smart-2026")).toEqual([
      { requestedModel: "smart-2026", model: "dear", ...failed },
      { requestedModel: "smart-2026", model: "cheap", end: "completed" },
    ]);
  });

  it("have each failure of its own", async () => {
    let calls = 0;
    const once = upstreamOf("once", () => (calls++ === 0 ? refuse(500)() : good()));
    expect(await rowsOf(withRetry(once, { retries: 1, baseDelay: 1 }), "once")).toMatchObject([
      failed,
      { end: "completed", errorKind: undefined },
    ]);
    const group = balanced([upstreamOf("one", refuse(529))], { id: "group" });
    expect(await rowsOf(group, "group", { stream: true })).toMatchObject([
      { model: "one", errorKind: "overloaded", upstreamStatus: 529 },
    ]);
    const late = withTimeout(
      defineModel("late", async function* () {
        yield await new Promise<string>(() => undefined);
      }),
      { firstEvent: 1 },
    );
    expect(await rowsOf(late, "late")).toMatchObject([
      { end: "timeout", errorKind: "upstream_timeout" },
    ]);
  });

  it("keep the first 255 characters of a name, however long it is", async () => {
    const model = defineModel("m", async function* () {}, { aliases: ["m-*"] });
    const name = `m-${"x".repeat(100_000)}`;
    expect(await rowsOf(model, name)).toMatchObject([{ requestedModel: name.slice(0, 255) }]);
  });
});

describe("the row of a caller who leaves", () => {
  it.each(formatNames)("says nothing of a failure (%s)", async (format) => {
    const caller = new AbortController();
    const model = defineModel("m", async function* () {
      yield "He";
      caller.abort();
      await new Promise(() => undefined);
    });
    const { service, ledger } = serviceOf(model);
    const [path, init] = requestOf(format, { model: "m", stream: true });
    await service
      .request(path, { ...init, signal: caller.signal })
      .then((response) => response.text())
      .catch(() => undefined);
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: "client_abort" }]);
    expect(ledger.all()).toMatchObject([{ errorKind: undefined }]);
  });
});

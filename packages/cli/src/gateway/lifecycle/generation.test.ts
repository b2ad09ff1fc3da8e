import { defineModel, type Model } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { deferred } from "@diglot/test-support/wait";
import { expect, it, vi } from "vitest";
import { checkConfig } from "../../config/check/check-config.js";
import { noNotices } from "../../log/log.js";
import { noProgress } from "../../terminal/progress.js";
import { openGeneration } from "./generation.js";
import { createResources } from "./resources.js";

/** A model that says what it is told to, and then nothing more until it is cut. */
function muteModel() {
  const asked = deferred();
  const told = deferred<string>();
  const model = defineModel("mute", async function* ({ signal }) {
    asked.resolve();
    const cut = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    yield await Promise.race([told.promise, cut]);
    await cut;
  });
  return { model, asked: asked.promise, say: told.resolve };
}

/** A generation with one model, and its lease. */
async function open(model: Model) {
  const config = await checkConfig({ keys: [{ id: "me", key }], models: [model] }, "config", {});
  const listeners = { reporters: [], notices: noNotices, progress: noProgress };
  const lease = createResources().lease();
  return { lease, ...(await openGeneration(config, lease, listeners)) };
}

/** Time that a test moves, which is not at its beginning. */
async function holdTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await vi.advanceTimersByTimeAsync(10_000);
}

it("a generation that is replaced gives requests without an answer its time once, and not twice", async () => {
  const { model, asked } = muteModel();
  const { service, retire } = await open(model);
  const answer = service.request(...requestOf("messages", { model: "mute" }));
  await asked;
  await holdTime();
  let status: number | undefined;
  const answered = answer.then((response) => {
    status = response.status;
  });
  const retired = retire(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(status).toBeUndefined();
  await vi.advanceTimersByTimeAsync(500);
  expect(status).toBe(529);
  await Promise.all([answered, retired]);
});

it("a generation that is replaced gives a stream that has begun the rest of its time", async () => {
  const { model, asked, say } = muteModel();
  const { service, retire } = await open(model);
  const answer = service.request(...requestOf("messages", { model: "mute", stream: true }));
  await asked;
  await holdTime();
  const retired = retire(1_000);
  await vi.advanceTimersByTimeAsync(400);
  say("Hello.");
  const response = await answer;
  let isOver = false;
  const text = response.text().finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(599);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(isOver).toBe(true);
  expect(await text).toContain("overloaded_error");
  await retired;
});

it("a generation that ends takes no more requests, and closes what it alone has used", async () => {
  const { service, lease, end } = await open(muteModel().model);
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  await lease.take("own", undefined, () => ({ value: "own", close }));
  await end(0);
  expect((await service.request("/v1/models")).status).toBe(503);
  expect(isClosed).toBe(true);
});

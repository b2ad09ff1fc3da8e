import type { Model } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { expect, it, vi } from "vitest";
import { holdTime, muteModel } from "../../../test/mute-model.js";
import { checkConfig } from "../../config/check/check-config.js";
import { noNotices } from "../../log/log.js";
import { noProgress } from "../../terminal/progress.js";
import { openGeneration } from "./generation.js";
import { createResources } from "./resources.js";

/** A generation with one model, and its lease. */
async function open(model: Model) {
  const config = await checkConfig({ keys: [{ id: "me", key }], models: [model] }, "config", {});
  const listeners = { reporters: [], notices: noNotices, progress: noProgress };
  const lease = createResources().lease();
  return { lease, ...(await openGeneration(config, lease, listeners)) };
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

it("a generation that ends gives requests the time that it is told, and no more", async () => {
  const { model, asked } = muteModel();
  const { service, end } = await open(model);
  const answer = service.request(...requestOf("messages", { model: "mute" }));
  await asked;
  await holdTime();
  let isOver = false;
  const ended = end(1_000).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(isOver).toBe(true);
  expect((await answer).status).toBe(529);
  await ended;
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

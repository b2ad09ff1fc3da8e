import { defineModel } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { deferred } from "@diglot/test-support/wait";
import { afterEach, expect, it, vi } from "vitest";
import { checkConfig } from "../../config/check/check-config.js";
import { noNotices } from "../../log/log.js";
import { noProgress } from "../../terminal/progress.js";
import { openGeneration } from "./generation.js";
import { createResources } from "./resources.js";

afterEach(() => void vi.useRealTimers());

it("a generation that is replaced gives requests without an answer its time once, and not twice", async () => {
  const asked = deferred();
  const mute = defineModel("mute", async function* ({ signal }) {
    asked.resolve();
    await new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    yield "never";
  });
  const config = await checkConfig({ keys: [{ id: "me", key }], models: [mute] }, "config", {});
  const listeners = { reporters: [], notices: noNotices, progress: noProgress };
  const { service, retire } = await openGeneration(config, createResources().lease(), listeners);
  const answer = service.request(...requestOf("messages", { model: "mute" }));
  await asked.promise;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
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

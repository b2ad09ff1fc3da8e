import { defineModel } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { deferred } from "@diglot/test-support/wait";
import { expect, it } from "vitest";
import { checkConfig } from "../../config/check/check-config.js";
import { noNotices } from "../../log/log.js";
import { noProgress } from "../../terminal/progress.js";
import { openGeneration } from "./generation.js";
import { createResources } from "./resources.js";

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
  const begun = performance.now();
  const retired = retire(1_000);
  expect((await answer).status).toBe(529);
  const passed = performance.now() - begun;
  expect(passed).toBeGreaterThan(900);
  expect(passed).toBeLessThan(1_700);
  await retired;
});

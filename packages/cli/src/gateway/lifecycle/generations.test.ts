import { defineModel } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { deferred, flushPromises, pause } from "@diglot/test-support/wait";
import { expect, it, onTestFinished } from "vitest";
import { type CheckedConfig, checkConfig } from "../../config/check/check-config.js";
import { noNotices } from "../../log/log.js";
import { noProgress } from "../../terminal/progress.js";
import { createGenerations, type Generations } from "./generations.js";

/** A config with one model of this id. */
function configOf(id: string): Promise<CheckedConfig> {
  const keys = [{ id: "me", key: "sk-gateway-0123456789" }];
  return checkConfig({ keys, models: [{ id, embedded: "echo" }] }, "config", {});
}

/** Generations that have begun with the model `first`, until the test ends. */
async function open(): Promise<Generations> {
  const listeners = { reporters: [], notices: noNotices, progress: noProgress };
  const generations = await createGenerations(await configOf("first"), listeners);
  onTestFinished(() => generations.end(0));
  return generations;
}

it("replacements come one after the other: the config that came last is the one that stays", async () => {
  const generations = await open();
  const slow = deferred<CheckedConfig>();
  const asked: string[] = [];
  const second = generations.replace(() => {
    asked.push("second");
    return slow.promise;
  });
  const third = generations.replace(() => {
    asked.push("third");
    return configOf("third");
  });
  await flushPromises();
  expect([asked, generations.current.models]).toEqual([["second"], ["first"]]);
  slow.resolve(await configOf("second"));
  await Promise.all([second, third]);
  expect([asked, generations.current.models]).toEqual([["second", "third"], ["third"]]);
});

it("a replacement that fails leaves the generation before it, and the next one works", async () => {
  const generations = await open();
  const refusal = new Error("There is no such config.");
  const failing = generations.replace(() => Promise.reject(refusal));
  const working = generations.replace(() => configOf("second"));
  await expect(failing).rejects.toBe(refusal);
  await working;
  expect(generations.current.models).toEqual(["second"]);
});

it("the end waits for the generation before, whose requests still run", async () => {
  const generations = await open();
  const [asked, allowed] = [deferred(), deferred()];
  const slow = defineModel("slow", async function* () {
    asked.resolve();
    await allowed.promise;
    yield "Done.";
  });
  const keys = [{ id: "me", key }];
  await generations.replace(() => checkConfig({ keys, models: [slow] }, "config", {}));
  const answer = generations.current.service.request(...requestOf("messages", { model: "slow" }));
  await asked.promise;
  await generations.replace(() => configOf("third"));

  const over = generations.end(60_000).then(() => "over");
  expect(await Promise.race([over, pause(200)])).toBeUndefined();
  allowed.resolve();
  expect((await answer).status).toBe(200);
  expect(await over).toBe("over");
});

import type { Model } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { deferred, flushPromises } from "@diglot/test-support/wait";
import { expect, it, onTestFinished, vi } from "vitest";
import { holdTime, muteModel } from "../../../test/mute-model.js";
import { type CheckedConfig, checkConfig } from "../../config/check/check-config.js";
import { type Notices, noNotices } from "../../log/log.js";
import { noProgress } from "../../terminal/progress.js";
import { createGenerations, type Generations } from "./generations.js";

/** A config with one model of this id, or with another one. */
function configOf(id: string, model: object = { id, embedded: "echo" }): Promise<CheckedConfig> {
  return checkConfig({ keys: [{ id: "me", key }], models: [model] }, "config", {});
}

/** Generations that have begun with the model `first`, or another one, until the test ends. */
async function open(notices: Notices = noNotices, model?: Model): Promise<Generations> {
  const listeners = { reporters: [], notices, progress: noProgress };
  const generations = await createGenerations(await configOf("first", model), listeners);
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

it("a generation that cannot be closed is reported, and the one after it works", async () => {
  const errors: unknown[] = [];
  const error = (...said: unknown[]) => void errors.push(said);
  const generations = await open({ ...noNotices, error });
  const failure = new Error("The store is away.");
  const { current } = generations;
  const retired = vi.spyOn(current, "retire").mockRejectedValueOnce(failure);
  await generations.replace(() => configOf("second"));
  await expect.poll(() => errors).toEqual([["The config before could not be closed.", failure]]);
  expect(retired).toHaveBeenCalledWith(current.drainTimeout);
  expect(generations.current.models).toEqual(["second"]);
  retired.mockRestore();
  await current.end(0);
});

it("the end waits for a generation that is not closed yet", async () => {
  const generations = await open();
  const closing = deferred();
  const { current } = generations;
  vi.spyOn(current, "retire").mockReturnValueOnce(closing.promise);
  await generations.replace(() => configOf("second"));
  let isOver = false;
  const over = generations.end(0).then(() => {
    isOver = true;
  });
  await flushPromises();
  await current.end(0);
  expect(isOver).toBe(false);
  closing.resolve();
  await over;
});

it("a drain gives requests the time that it is told, and no more", async () => {
  const { model, asked } = muteModel();
  const generations = await open(noNotices, model);
  const answer = generations.current.service.request(...requestOf("messages", { model: "mute" }));
  await asked;
  await holdTime();
  let isOver = false;
  const drained = generations.drain(1_000).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(isOver).toBe(true);
  expect((await answer).status).toBe(529);
  await drained;
});

it("a drained generation takes no more requests", async () => {
  const generations = await open();
  const statusOf = async () => (await generations.current.service.request("/v1/models")).status;
  expect(await statusOf()).toBe(401);
  await generations.drain(0);
  expect(await statusOf()).toBe(503);
});

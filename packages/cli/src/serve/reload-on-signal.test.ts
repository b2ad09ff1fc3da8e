import { deferred, flushPromises } from "@diglot/test-support/wait";
import { expect, it, onTestFinished } from "vitest";
import type { GatewayConfig } from "../config/types.js";
import { noNotices } from "../log/log.js";
import { reloadOnSignal } from "./reload-on-signal.js";

it("a config is read only when the one before is in use, so that the last signal decides", async () => {
  const steps: string[] = [];
  const reads = [deferred<GatewayConfig>(), deferred<GatewayConfig>()];
  const left = [...reads];
  const load = (file: string) => {
    steps.push(`read ${file}`);
    return left.shift()?.promise ?? expect.fail("It was read once more.");
  };
  const reload = async ({ host }: GatewayConfig) => void steps.push(`use ${host}`);
  reloadOnSignal({ reload }, { file: "diglot.json", log: noNotices, load });
  onTestFinished(() => void process.removeAllListeners("SIGHUP"));

  process.emit("SIGHUP");
  process.emit("SIGHUP");
  reads[1]?.resolve({ host: "second" });
  await flushPromises();
  expect(steps).toEqual(["read diglot.json"]);
  reads[0]?.resolve({ host: "first" });
  await flushPromises();
  expect(steps).toEqual(["read diglot.json", "use first", "read diglot.json", "use second"]);
});

it("a config that cannot be read is named in the log, and the next signal works", async () => {
  const failure = new Error("There is no file.");
  const said: unknown[] = [];
  const used: GatewayConfig[] = [];
  const configs = [Promise.reject(failure), Promise.resolve({})];
  reloadOnSignal(
    { reload: async (config) => void used.push(config) },
    {
      file: "diglot.json",
      log: { info: (...words) => said.push(words), error: (...words) => said.push(words) },
      load: () => configs.shift() ?? expect.fail("It was read once more."),
    },
  );
  onTestFinished(() => void process.removeAllListeners("SIGHUP"));

  process.emit("SIGHUP");
  process.emit("SIGHUP");
  await flushPromises();
  expect(used).toEqual([{}]);
  expect(said).toEqual([
    ["The new config is not used; the one before stays.", failure],
    ["reloaded", { file: "diglot.json" }],
  ]);
});

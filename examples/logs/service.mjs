// A model that answers in place of an upstream that fails, with everything in the log.
import {
  createMemoryKeys,
  createService,
  defineModel,
  healthEndpoints,
  messagesUpstream,
  withFallback,
} from "@diglot/core";
import { stdTimeFunctions } from "pino";
import { createLogReporter } from "./log-reporter.mjs";

/** Times and levels as people read them. */
export const logOptions = {
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (/** @type {string} */ label) => ({ level: label }) },
};

const standIn = defineModel("stand-in", async function* () {
  yield "The other model is not there.";
});

/**
 * @param {string} baseUrl of an upstream that speaks Messages
 * @param {import("pino").Logger} log
 */
export function createLoggedService(baseUrl, log) {
  const remote = messagesUpstream({ id: "remote", baseUrl, apiKey: process.env.UPSTREAM_KEY });
  return createService({
    models: [withFallback([remote, standIn])],
    keys: createMemoryKeys([
      { key: process.env.CALLER_KEY ?? "local-secret", id: "key-1", accountId: "team-a" },
    ]),
    endpoints: healthEndpoints(),
    reporter: createLogReporter(log),
  });
}

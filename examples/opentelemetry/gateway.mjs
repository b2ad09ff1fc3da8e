// A service whose every request can be followed: two upstreams behind one name, one reporter.
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  messagesUpstream,
  withFallback,
} from "@diglot/core";
import { openTelemetry } from "@diglot/opentelemetry";

/**
 * A model named `main` that asks a hosted upstream first, and a local one if that fails.
 *
 * @param {{ hosted: string, local: string, key: string }} options base URLs, and what callers present
 */
export function createGateway({ hosted, local, key }) {
  const main = messagesUpstream({
    id: "main",
    model: "hosted-large",
    baseUrl: hosted,
    apiKey: "hosted-secret",
    prices: { input: 3, output: 15 },
  });
  const spare = chatCompletionsUpstream({
    id: "spare",
    model: "local-small",
    baseUrl: local,
    prices: { input: 0.2, output: 0.6 },
  });
  return createService({
    models: [withFallback([main, spare])],
    keys: createMemoryKeys([{ key, id: "key-1", accountId: "acme" }]),
    unknownAccounts: "unlimited",
    reporter: openTelemetry({ spansName: ["account", "key"], metricsName: ["account"] }),
  });
}

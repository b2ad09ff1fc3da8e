import { createService, type Model, type Service } from "@diglot/core";
import type { CheckedConfig } from "../../config/check/check-config.js";
import { atPath } from "../../config/check/config-error.js";
import { giveBudgets } from "../accounts/give-budgets.js";
import type { Listeners } from "../listeners.js";
import { type OpenParts, openParts } from "../open-parts.js";
import { sayOpenToAll } from "../open-to-all.js";
import { sayOpenToPages } from "../open-to-pages.js";
import { toServiceOptions } from "../to-service-options.js";
import type { Lease } from "./resources.js";
import { watchAnswers } from "./watch-answers.js";

/** The service of one config, with everything that it uses. */
export interface Generation {
  readonly service: Service;
  /** The ids of its models. */
  readonly models: readonly string[];
  /** The most tokens that they read, by their ids, as far as it is known. */
  readonly contextWindows: ReadonlyMap<string, number>;
  /** The ids of those for which the web is searched. */
  readonly searching: ReadonlySet<string>;
  readonly inspector: OpenParts["inspector"];
  /** Milliseconds that its running requests have to end, as its config says. */
  readonly drainTimeout: number;
  /** The same as `end`, for one that gets no more requests: it also answers those that it still reads. */
  retire(timeout: number): Promise<void>;
  /** Lets running requests end within so many milliseconds, then closes what no other generation uses. */
  end(timeout: number): Promise<void>;
}

const defaultDrainTimeout = 30_000;

/** Opens everything that a config names and makes its service; if anything fails, nothing stays open. */
export async function openGeneration(
  config: CheckedConfig,
  lease: Lease,
  listeners: Listeners,
): Promise<Generation> {
  try {
    sayOpenToAll(config, listeners.notices);
    sayOpenToPages(config, listeners.notices);
    const parts = await openParts(config, lease, listeners);
    await giveBudgets(parts.store.ledger, config);
    const options = await toServiceOptions(config, parts, listeners.reporters);
    const { service, untilAnswered } = watchAnswers(
      atPath(config.source, [], () => createService(options)),
    );
    parts.upstreams?.begin(options.reporter);
    return {
      service,
      models: parts.models.map(({ id }) => id),
      contextWindows: listWindows(parts.models),
      searching: listSearching(parts.models),
      inspector: parts.inspector,
      drainTimeout: config.drainTimeout ?? defaultDrainTimeout,
      async retire(timeout) {
        const begun = performance.now();
        await untilAnswered(timeout);
        await service.close({ timeout: Math.max(0, timeout - (performance.now() - begun)) });
        await lease.end();
      },
      async end(timeout) {
        await service.close({ timeout });
        await lease.end();
      },
    };
  } catch (error) {
    await lease.end();
    throw error;
  }
}

function listSearching(models: readonly Model[]): ReadonlySet<string> {
  return new Set(models.flatMap(({ id, capabilities: { webSearch } }) => (webSearch ? [id] : [])));
}

function listWindows(models: readonly Model[]): ReadonlyMap<string, number> {
  return new Map(
    models.flatMap(({ id, capabilities: { contextWindow } }) =>
      contextWindow === undefined ? [] : [[id, contextWindow] as const],
    ),
  );
}

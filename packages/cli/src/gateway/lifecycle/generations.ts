import type { CheckedConfig } from "../../config/check/check-config.js";
import type { Listeners } from "../listeners.js";
import { type Generation, openGeneration } from "./generation.js";
import { createResources } from "./resources.js";

/** The generation that takes requests, and those before it whose requests still run. */
export interface Generations {
  readonly current: Generation;
  /**
   * Opens another generation, which takes all new requests; the one before ends by itself. The config is
   * asked for when the replacements before are done. Returns it.
   */
  replace(prepare: () => Promise<CheckedConfig>): Promise<CheckedConfig>;
  /** Takes no more requests, and lets those that run end within so many milliseconds. */
  drain(timeout: number): Promise<void>;
  /** The same, then closes everything. */
  end(timeout: number): Promise<void>;
}

/** Opens the first generation. */
export async function createGenerations(
  config: CheckedConfig,
  listeners: Listeners,
): Promise<Generations> {
  const resources = createResources();
  const open = (given: CheckedConfig) => openGeneration(given, resources.lease(), listeners);
  let current = await open(config);
  const ending = new Set<Promise<void>>();
  /** Replacements come one after the other, whether they work or not. */
  let replaced: Promise<unknown> = Promise.resolve();

  async function replace(prepare: () => Promise<CheckedConfig>): Promise<CheckedConfig> {
    const given = await prepare();
    const former = current;
    current = await open(given);
    const done = former.retire(former.drainTimeout).catch((error: unknown) => {
      listeners.notices.error("The config before could not be closed.", error);
    });
    ending.add(done);
    void done.then(() => ending.delete(done));
    return given;
  }

  return {
    get current() {
      return current;
    },
    replace(prepare) {
      const own = replaced.then(() => replace(prepare));
      replaced = own.catch(() => undefined);
      return own;
    },
    drain: (timeout) => current.service.close({ timeout }),
    async end(timeout) {
      await replaced;
      await Promise.all([current.end(timeout), ...ending]);
    },
  };
}

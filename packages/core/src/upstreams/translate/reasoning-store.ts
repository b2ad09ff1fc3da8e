import type { Block } from "../../conversation/conversation.js";
import { byteLength } from "../../conversation/usage/estimate.js";
import { type Clock, systemClock } from "../../runtime/clock.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members, port } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { positive } from "../../validation/values.js";

/** Whose blocks, and to which call of the model they belong. */
export interface ReasoningKey {
  /** The caller's account. Blocks of one account never reach another. */
  readonly accountId: string;
  readonly toolCallId: string;
}

/**
 * Keeps what a model wants back with the results of its tool calls but the caller's format cannot
 * carry: its reasoning with the signatures. A store may forget at any time, and a rejection counts as
 * forgetting.
 */
export interface ReasoningStore {
  /** Keeps the blocks of a reply under one of its calls. */
  put(key: ReasoningKey, blocks: readonly Block[]): Promise<void>;
  get(key: ReasoningKey): Promise<readonly Block[] | undefined>;
}

/** The check of a store of reasoning. */
export const validReasoningStore = /* @__PURE__ */ port<ReasoningStore>(
  "a store of reasoning, such as createMemoryReasoningStore()",
  "put",
  "get",
);

/** The limits of an in-memory store. */
export interface MemoryReasoningStoreOptions {
  /** Bytes of all blocks that are kept, as JSON; the oldest are dropped first. @default 67_108_864 (64 MiB) */
  readonly maxBytes?: number | undefined;
  /** How long blocks are kept, in milliseconds. @default 3_600_000 (one hour) */
  readonly ttl?: number | undefined;
  /** The source of time. @default the clock of the system */
  readonly clock?: Clock | undefined;
}

interface Entry {
  readonly blocks: readonly Block[];
  readonly bytes: number;
  readonly until: number;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<MemoryReasoningStoreOptions>({ maxBytes: positive, ttl: positive, clock: validClock }),
);

/**
 * A store in this process. A service of several processes needs a store that they share.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createMemoryReasoningStore(
  options: MemoryReasoningStoreOptions = {},
): ReasoningStore {
  checkOptions("createMemoryReasoningStore", options, validOptions);
  const { maxBytes = 64 * 1024 * 1024, ttl = 3_600_000, clock = systemClock } = options;
  // In order of age: a key that is put again moves to the end.
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(name: string): void {
    bytes -= entries.get(name)?.bytes ?? 0;
    entries.delete(name);
  }

  function trim(): void {
    for (const [name, { until }] of entries) {
      if (bytes <= maxBytes && until > clock.monotonic()) return;
      remove(name);
    }
  }

  return {
    async put(key, blocks) {
      const name = toName(key);
      remove(name);
      const size = byteLength(name) + byteLength(JSON.stringify(blocks));
      entries.set(name, { blocks, bytes: size, until: clock.monotonic() + ttl });
      bytes += size;
      trim();
    },
    async get(key) {
      trim();
      return entries.get(toName(key))?.blocks;
    },
  };
}

function toName({ accountId, toolCallId }: ReasoningKey): string {
  return JSON.stringify([accountId, toolCallId]);
}

import { type Clock, systemClock } from "../../runtime/clock.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { limit } from "../../validation/values.js";
import type { DocumentStore } from "./documents.js";

/** Options of the in-memory store of documents. */
export interface MemoryDocumentsOptions {
  /** Documents that are kept; the oldest are dropped first. @default 100_000 */
  readonly keepDocuments?: number | undefined;
  /** Characters of all documents that are kept; the oldest are dropped first. @default 67_108_864 (64 Mi) */
  readonly keepCharacters?: number | undefined;
  /** The source of time. @default the clock of the system */
  readonly clock?: Clock | undefined;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<MemoryDocumentsOptions>({
    keepDocuments: limit,
    keepCharacters: limit,
    clock: validClock,
  }),
);

/** Times are those of a monotonic clock. */
interface Entry {
  readonly text: string;
  readonly expiresAt: number;
}

/**
 * Documents of one process; they end with it. A document costs no timer.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createMemoryDocuments(options: MemoryDocumentsOptions = {}): DocumentStore {
  checkOptions("createMemoryDocuments", options, validOptions);
  const {
    clock = systemClock,
    keepDocuments = 100_000,
    keepCharacters = 64 * 1024 * 1024,
  } = options;
  /** In the order in which they were written. */
  const entries = new Map<string, Entry>();
  let characters = 0;

  function remove(key: string): void {
    characters -= entries.get(key)?.text.length ?? 0;
    entries.delete(key);
  }

  function removeOldest(): void {
    for (const key of entries.keys()) {
      if (entries.size <= keepDocuments && characters <= keepCharacters) return;
      remove(key);
    }
  }

  return {
    write(accountId, documents, retention) {
      const expiresAt = clock.monotonic() + retention;
      for (const { id, text } of documents) {
        const key = keyOf(accountId, id);
        remove(key);
        entries.set(key, { text, expiresAt });
        characters += text.length;
      }
      removeOldest();
    },
    read(accountId, ids) {
      const found = new Map<string, string>();
      for (const id of ids) {
        const key = keyOf(accountId, id);
        const entry = entries.get(key);
        if (entry && entry.expiresAt > clock.monotonic()) found.set(id, entry.text);
        else remove(key);
      }
      return found;
    },
    delete(accountId, ids) {
      for (const id of ids) remove(keyOf(accountId, id));
    },
  };
}

function keyOf(accountId: string, id: string): string {
  return JSON.stringify([accountId, id]);
}

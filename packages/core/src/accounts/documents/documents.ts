import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { port } from "../../validation/objects.js";
import type { Checkable } from "../checkable.js";

/** A text that is kept under an id. */
export interface StoredDocument {
  /** Unique in its account. */
  readonly id: string;
  readonly text: string;
}

/**
 * Port: texts that accounts keep between their requests, such as earlier replies. An account sees its own
 * documents only. What was written can be read at once, from every process that shares the store. A
 * rejection of `read` or `delete` answers 503; one of `write` is reported, and the reply goes on.
 */
export interface DocumentStore extends Checkable {
  /**
   * Keeps all of the documents, or none, for `retention` milliseconds. A document with an id that the
   * account has already takes its place.
   */
  write(
    accountId: string,
    documents: readonly StoredDocument[],
    retention: number,
  ): MaybePromise<void>;
  /** The texts of an account's documents by their ids; those that do not exist or have expired are absent. */
  read(accountId: string, ids: readonly string[]): MaybePromise<ReadonlyMap<string, string>>;
  /** Deletes documents of an account. Ids that do not exist are no failure. */
  delete(accountId: string, ids: readonly string[]): MaybePromise<void>;
}

/** The check of a store of documents. */
export const validDocuments = /* @__PURE__ */ port<DocumentStore>(
  "a store of documents, such as createMemoryDocuments()",
  "write",
  "read",
  "delete",
);

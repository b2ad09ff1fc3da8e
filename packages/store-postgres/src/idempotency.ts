import type { IdempotencyState, IdempotencyStore, StoredAnswer } from "@diglot/core";
import { fromBase64, toBase64 } from "./base64.js";
import type { Call } from "./call.js";
import { type Columns, numberOf, textOf, toColumns, wordOf } from "./columns.js";

const stateNames: readonly IdempotencyState["name"][] = [
  "new",
  "running",
  "mismatch",
  "answered",
  "lost",
];

/** Idempotency keys; a claim is one statement, whatever is known of its key. */
export function createIdempotency(call: Call): IdempotencyStore {
  return {
    async claim({ scope, key, fingerprint, lease, retention }) {
      const [state] = await call("claim", { scope, key, fingerprint, lease, retention });
      return toState(toColumns(state));
    },
    async keep(scope, key, answer) {
      await call("keep", { scope, key, ...(answer && fromAnswer(answer)) });
    },
    async forget(scope, key) {
      await call("forget", { scope, key });
    },
  };
}

function toState(columns: Columns): IdempotencyState {
  const name = wordOf(columns, "name", stateNames);
  return name === "answered" ? { name, answer: toAnswer(columns) } : { name };
}

function fromAnswer({ status, headers, body }: StoredAnswer): Columns {
  return { status, headers, body: toBase64(body) };
}

function toAnswer(columns: Columns): StoredAnswer {
  return {
    status: numberOf(columns, "status"),
    headers: headersOf(columns, "headers"),
    body: fromBase64(textOf(columns, "body")),
  };
}

function headersOf(columns: Columns, name: string): StoredAnswer["headers"] {
  const headers = columns[name];
  if (Array.isArray(headers) && headers.every(isHeader)) return headers;
  throw new TypeError(`The database's column ${name} does not hold headers.`);
}

function isHeader(value: unknown): value is readonly [name: string, value: string] {
  return Array.isArray(value) && value.length === 2 && value.every((it) => typeof it === "string");
}

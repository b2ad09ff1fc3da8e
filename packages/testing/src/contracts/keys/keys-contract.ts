import type { KeyRecord, Keys } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { checkTests } from "../check.js";
import {
  type ContractCase,
  type ContractTests,
  type CreateSubject,
  type Subject,
  toCases,
} from "../contract.js";
import { hostileSecrets } from "./hostile-secrets.js";

/** Keys with one valid secret among them, at least. */
export interface KeysSubject extends Subject<Keys> {
  /** A valid secret. */
  readonly secret: string;
  /** The record that `find` returns for it. */
  readonly record: KeyRecord;
}

/** A case for every sentence of core's port `Keys`; it needs no way to administer keys. */
export function keysContract(create: CreateSubject<KeysSubject>): readonly ContractCase[] {
  return toCases(create, keysTests);
}

const keysTests: ContractTests<KeysSubject> = {
  ...checkTests,
  async "find: returns the record of a valid secret, each time"({ store, secret, record }) {
    for (let round = 0; round < 3; round++) {
      assertEqual(pickRecord(await find(store, secret)), pickRecord(record), "the record");
    }
  },
  async "find: reveals no secret of its key"({ store, secret }) {
    const text = JSON.stringify(await find(store, secret));
    assertEqual(text.includes(secret), false, "whether the record has the secret in it");
  },
  async "find: finds nothing for a secret that nobody has"({ store, secret }) {
    for (const wrong of neighboursOf(secret)) {
      assertEqual(await find(store, wrong), undefined, `the record of ${wrong}`);
    }
  },
  async "find: finds nothing for hostile secrets, and goes on"({ store, secret, record }) {
    for (const hostile of hostileSecrets) {
      assertEqual(await find(store, hostile), undefined, `the record of ${hostile.slice(0, 40)}`);
    }
    assertEqual((await find(store, secret))?.id, record.id, "the id of the valid secret");
  },
  async "find: answers many at once, each its own"({ store, secret, record }) {
    const secrets = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? secret : `${secret}${index}`,
    );
    const found = await Promise.all(secrets.map((each) => find(store, each)));
    const ids = found.map((key) => key?.id);
    const expected = secrets.map((each) => (each === secret ? record.id : undefined));
    assertEqual(ids, expected, "the ids that were found");
  },
  async "find: survives callers that go away"({ store, secret, record }) {
    const gone = AbortSignal.abort(new Error("gone"));
    const ask = async (signal: AbortSignal) => store.find({ secret, signal });
    await ask(gone).catch(() => undefined);
    const leaving = new AbortController();
    const found = ask(leaving.signal).catch(() => undefined);
    leaving.abort(new Error("gone"));
    await found;
    assertEqual((await find(store, secret))?.id, record.id, "the id that a later call finds");
  },
};

/** Finds a key for a caller who stays. */
export async function find(store: Keys, secret: string): Promise<KeyRecord | undefined> {
  return store.find({ secret, signal: new AbortController().signal });
}

/** What a `KeyRecord` has; a store may return more. */
export function pickRecord(record: KeyRecord | undefined): KeyRecord | undefined {
  if (!record) return undefined;
  const { id, accountId, models, limits, accountLimits } = record;
  return { id, accountId, models, limits, accountLimits };
}

/** Secrets that are nearly the given one. */
function neighboursOf(secret: string): readonly string[] {
  const swapped = secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase();
  return [
    `${secret}x`,
    `${secret} `,
    ` ${secret}`,
    secret.slice(0, -1),
    secret.slice(1),
    secret + secret,
    ...(swapped === secret ? [] : [swapped]),
  ];
}

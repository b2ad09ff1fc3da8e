import type { KeyRecord, KeyStore, Keys } from "@diglot/core";
import { failedCheck, type Mutants } from "./mutant.js";

/** Keys that break what `Keys` promises. */
export const brokenKeys: Mutants<Keys> = {
  "fails its check although it answers": (store) => ({ ...store, check: failedCheck }),
  "finds every secret": (keys) => {
    let last: KeyRecord | undefined;
    return {
      async find(request) {
        last = (await keys.find(request)) ?? last;
        return last;
      },
    };
  },
  "finds a key once": (keys) => {
    const found = new Set<string>();
    return {
      async find(request) {
        const again = found.has(request.secret);
        found.add(request.secret);
        return again ? undefined : keys.find(request);
      },
    };
  },
  "takes capital letters for small ones": (keys) => ({
    find: ({ secret, signal }) => keys.find({ secret: secret.toLowerCase(), signal }),
  }),
  "strips blanks": (keys) => ({
    find: ({ secret, signal }) => keys.find({ secret: secret.trim(), signal }),
  }),
  "finds by the beginning": (keys) => ({
    async find({ secret, signal }) {
      for (let length = secret.length; length > 0; length--) {
        const found = await keys.find({ secret: secret.slice(0, length), signal });
        if (found) return found;
        if (secret.length > 100) return undefined;
      }
      return undefined;
    },
  }),
  "rejects a secret that is not ASCII": (keys) => ({
    async find(request) {
      if (/[^\x20-\x7e]/.test(request.secret)) throw new Error("bad encoding");
      return keys.find(request);
    },
  }),
  "looks secrets up in a plain object": (keys) => ({
    async find(request) {
      const table: Record<string, unknown> = {};
      return request.secret in table
        ? { id: "proto", accountId: "proto", models: "all" }
        : keys.find(request);
    },
  }),
  "does not find a key again after an abort": (keys) => {
    let broken = false;
    return {
      async find(request) {
        broken ||= request.signal.aborted;
        return broken ? undefined : keys.find(request);
      },
    };
  },
  "returns the secret with the record": (keys) => ({
    async find(request) {
      const found = await keys.find(request);
      return found && Object.assign({ secret: request.secret }, found);
    },
  }),
};

/** Stores of keys that break what `KeyStore` promises. */
export const brokenKeyStores: Mutants<KeyStore> = {
  "remembers keys that it has found": (store) => {
    const found = new Map<string, KeyRecord>();
    return {
      ...store,
      async find(request) {
        const known = found.get(request.secret) ?? (await store.find(request));
        if (known) found.set(request.secret, known);
        return known;
      },
    };
  },
  "finds a key when it is asked again": (store) => {
    const asked = new Set<string>();
    return {
      ...store,
      async find(request) {
        const again = asked.has(request.secret);
        asked.add(request.secret);
        return again ? store.find(request) : undefined;
      },
    };
  },
  "strips blanks from the names of accounts": (store) => ({
    ...store,
    issue: (key) => store.issue({ ...key, accountId: key.accountId.trim() }),
  }),
  "has a key for an id that is not there": (store) => ({
    ...store,
    async get(id) {
      return (await store.get(id)) ?? (await store.issue({ accountId: "account" })).key;
    },
  }),
  "lists as many keys as there are": (store) => ({
    ...store,
    list: (query) => store.list({ limit: 1_000, ...query }),
  }),
  "lists an account that nobody has": (store) => ({
    ...store,
    listAccounts: async (query) => [...(await store.listAccounts(query)), "nobody"],
  }),
  "shows a key that was revoked as one that was not": (store) => ({
    ...store,
    async get(id) {
      const { revokedAt: _, ...key } = (await store.get(id)) ?? {};
      return "id" in key ? (key as Awaited<ReturnType<KeyStore["get"]>>) : undefined;
    },
  }),
  "counts its ids": (store) => {
    let count = 0;
    return { ...store, issue: (key) => store.issue({ ...key, id: key.id ?? `${count++}` }) };
  },
  "shows another beginning than that of the secret": (store) => ({
    ...store,
    async issue(key) {
      const issued = await store.issue(key);
      return { ...issued, key: { ...issued.key, prefix: "sk" } };
    },
  }),
  "says that every key is an hour old": (store) => ({
    ...store,
    async issue(key) {
      const issued = await store.issue(key);
      return { ...issued, key: older(issued.key) };
    },
    async get(id) {
      const key = await store.get(id);
      return key && older(key);
    },
  }),
  "forgets the models of a key that it finds": (store) => ({
    ...store,
    async find(request) {
      const found = await store.find(request);
      return found && { ...found, models: found.models.length === 0 ? [] : "all" };
    },
  }),
  "makes a secret of its own in the place of the caller's": (store) => ({
    ...store,
    issue: ({ secret: _, ...key }) => store.issue(key),
  }),
  "limits every account that it knows": (store) => {
    const accounts = new Set<string>();
    return {
      ...store,
      issue(key) {
        accounts.add(key.accountId);
        return store.issue(key);
      },
      async limitAccount(accountId, limits) {
        for (const each of new Set([...accounts, accountId])) {
          await store.limitAccount(each, limits);
        }
      },
    };
  },
  "keeps the first limits of an account": (store) => {
    const limited = new Set<string>();
    return {
      ...store,
      async limitAccount(accountId, limits) {
        if (limits && limited.has(accountId)) return;
        limited.add(accountId);
        await store.limitAccount(accountId, limits);
      },
    };
  },
  "does not say that there are more keys": (store) => ({
    ...store,
    async list(query) {
      const { keys } = await store.list(query);
      return { keys };
    },
  }),
  "has keys for nobody": (store) => ({
    ...store,
    async list(query) {
      const page = await store.list(query);
      return query?.accountId === "nobody" ? store.list() : page;
    },
  }),
  "refuses changes with an error of its own": (store) => ({
    ...store,
    update: (id, change) => store.update(id, change).catch(() => Promise.reject(new Error("no"))),
  }),
  "takes the id of a revoked key again": (store) => {
    const revoked = new Set<string>();
    return {
      ...store,
      async revoke(id) {
        revoked.add(id);
        return store.revoke(id);
      },
      issue: ({ id, ...key }) =>
        store.issue({ ...key, ...(id !== undefined && !revoked.has(id) && { id }) }),
    };
  },
  "forgets the name of a key that it rotates": (store) => ({
    ...store,
    async rotate(id, overlap) {
      const rotated = await store.rotate(id, overlap);
      if (!rotated) return undefined;
      const { name: _, ...key } = rotated.key;
      return { ...rotated, key };
    },
  }),
  "finds keys that are revoked or have expired, once they were to be rotated": (store) => {
    const rotated = new Map<string, KeyRecord>();
    const found = new Map<string, KeyRecord>();
    return {
      ...store,
      async find(request) {
        const record = await store.find(request);
        if (record) found.set(request.secret, record);
        return record ?? rotated.get(request.secret);
      },
      async rotate(id, overlap) {
        for (const [secret, record] of found) if (record.id === id) rotated.set(secret, record);
        return store.rotate(id, overlap);
      },
    };
  },
  "rejects to revoke what is not there": (store) => ({
    ...store,
    async revoke(id) {
      const revoked = await store.revoke(id);
      if (!revoked) throw new Error("not found");
      return revoked;
    },
  }),
  "shows whole secrets": (store) => ({
    ...store,
    async issue(key) {
      const issued = await store.issue(key);
      return { ...issued, key: { ...issued.key, prefix: issued.secret } };
    },
  }),
  "makes a taken id another one": (store) => ({
    ...store,
    issue: (key) =>
      store.issue(key).catch((error: unknown) => {
        if (key.id === undefined) throw error;
        return store.issue({ ...key, id: `${key.id} again` });
      }),
  }),
  "refuses with an error of its own": (store) => ({
    ...store,
    issue: (key) => store.issue(key).catch(() => Promise.reject(new Error("constraint"))),
  }),
  "forgets when keys expire": (store) => ({
    ...store,
    issue: ({ expiresAt: _, ...key }) => store.issue(key),
  }),
  "forgets limits": (store) => ({
    ...store,
    issue: ({ limits: _, ...key }) => store.issue(key),
  }),
  "takes a key for no model for one for all": (store) => ({
    ...store,
    issue: (key) => store.issue({ ...key, models: key.models?.length ? key.models : "all" }),
  }),
  "changes nothing": (store) => ({ ...store, update: (id) => store.get(id) }),
  "changes revoked keys": (store) => ({
    ...store,
    update: async (id, change) => (await store.update(id, change)) ?? store.get(id),
  }),
  "takes null for absent": (store) => ({
    ...store,
    update(id, { name, ...change }) {
      return store.update(id, { ...change, name: name ?? undefined });
    },
  }),
  "replaces all limits by those that are named": (store) => ({
    ...store,
    async update(id, { limits, ...change }) {
      if (limits) await store.update(id, { limits: null });
      return store.update(id, { ...change, limits });
    },
  }),
  "leaves keys that have expired as they are": (store) => ({
    ...store,
    async update(id, change) {
      const key = await store.get(id);
      const isOver = key?.expiresAt !== undefined && key.expiresAt < Date.now();
      return isOver ? key : store.update(id, change);
    },
  }),
  "lists no account that has only limits": (store) => ({
    ...store,
    async listAccounts(query) {
      const ids = await store.listAccounts(query);
      const pages = await Promise.all(ids.map((accountId) => store.list({ accountId })));
      return ids.filter((_, index) => pages[index]?.keys.length);
    },
  }),
  "lists accounts without a limit": (store) => ({
    ...store,
    listAccounts: ({ after } = {}) => store.listAccounts({ after, limit: 1_000 }),
  }),
  "ends old secrets at once, whatever the overlap": (store) => ({
    ...store,
    rotate: (id) => store.rotate(id, 0),
  }),
  "leaves old secrets valid, whatever the overlap": (store) => ({
    ...store,
    rotate: (id, overlap) => store.rotate(id, Math.max(overlap, 60_000)),
  }),
  "rotates revoked keys": (store) => ({
    ...store,
    async rotate(id, overlap) {
      const rotated = await store.rotate(id, overlap);
      const key = await store.get(id);
      return rotated ?? (key && { key, secret: "another-secret" });
    },
  }),
  "keeps the prefix of the first secret": (store) => {
    const prefixes = new Map<string, string>();
    return {
      ...store,
      async issue(key) {
        const issued = await store.issue(key);
        prefixes.set(issued.key.id, issued.key.prefix);
        return issued;
      },
      async rotate(id, overlap) {
        const rotated = await store.rotate(id, overlap);
        const prefix = prefixes.get(id) ?? "";
        return rotated && { ...rotated, key: { ...rotated.key, prefix } };
      },
    };
  },
  "never revokes": (store) => ({ ...store, revoke: (id) => store.get(id) }),
  "says each time that a key is revoked now": (store) => ({
    ...store,
    async revoke(id) {
      const revoked = await store.revoke(id);
      return revoked && { ...revoked, revokedAt: Date.now() };
    },
  }),
  "always says that there are more keys": (store) => ({
    ...store,
    async list(query) {
      const page = await store.list(query);
      const last = page.keys.at(-1);
      return { next: last ? last.id : "none", ...page };
    },
  }),
  "lists the newest first": (store) => ({
    ...store,
    async list(query) {
      const page = await store.list(query);
      return { ...page, keys: [...page.keys].reverse() };
    },
  }),
  "lists the keys of all accounts": (store) => ({
    ...store,
    list: ({ accountId: _, ...query } = {}) => store.list(query),
  }),
  "never lifts an account's limits": (store) => ({
    ...store,
    async limitAccount(accountId, limits) {
      if (limits) await store.limitAccount(accountId, limits);
    },
  }),
};

function older<K extends { readonly createdAt: number }>(key: K): K {
  return { ...key, createdAt: key.createdAt - 3_600_000 };
}

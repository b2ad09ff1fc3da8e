import {
  type DocumentStore,
  type Entrance,
  type IdempotencyStore,
  type Limits,
  type Outbox,
  ServiceError,
} from "@diglot/core";
import { failedCheck, type Mutants } from "./mutant.js";

/** Limits that break what `Limits` promises of concurrency. */
export const brokenLimits: Mutants<Limits> = {
  "fails its check although it answers": (limits) => ({ ...limits, check: failedCheck }),
  "reports rates where there are no limits": (limits) => ({
    async enter(request) {
      const entrance = await limits.enter(request);
      const requests = { limit: 1, remaining: 1, resetAt: 0 };
      return {
        ...entrance,
        admit: async (admission) => ({ rates: { requests }, ...(await entrance.admit(admission)) }),
      };
    },
  }),
  "refuses with an error of another kind": (limits) => ({
    enter: (request) =>
      Promise.resolve(limits.enter(request)).catch(() => {
        throw new ServiceError({ kind: "overloaded", message: "Full.", retryAfterSeconds: 1 });
      }),
  }),
  "lets one more in": (limits) => ({
    async enter(request) {
      const most = (request.key.limits?.concurrentRequests ?? 1_000) + 1;
      return limits.enter({
        ...request,
        key: { ...request.key, limits: { concurrentRequests: most } },
      });
    },
  }),
  "never gives a place back": (limits) => ({
    async enter(request) {
      return { ...(await limits.enter(request)), release: () => undefined };
    },
  }),
  "keeps the place of whom it refuses": (limits) => {
    let refused = 0;
    return {
      async enter(request) {
        if (refused > 2) throw tooMany(1);
        return Promise.resolve(limits.enter(request)).catch((error: unknown) => {
          refused += 1;
          throw error;
        });
      },
    };
  },
  "does not say when to come again": (limits) => ({
    enter: (request) =>
      Promise.resolve(limits.enter(request)).catch(() => Promise.reject(tooMany(undefined))),
  }),
  "refuses with an error of its own": (limits) => ({
    enter: (request) =>
      Promise.resolve(limits.enter(request)).catch(() => Promise.reject(new Error("full"))),
  }),
  "takes all keys for one": (limits) => ({
    enter: (request) => limits.enter({ ...request, key: { ...request.key, id: "one" } }),
  }),
  "counts a request only when it is admitted": (limits) => ({
    async enter(request) {
      let place: Entrance | undefined;
      return {
        async admit(admission) {
          place = await limits.enter(request);
          return place.admit(admission);
        },
        release: () => place?.release(),
      };
    },
  }),
  "limits each key of an account by itself": (limits) => ({
    enter: ({ key, ...request }) =>
      limits.enter({ ...request, key: { ...key, accountId: `${key.accountId} ${key.id}` } }),
  }),
  "forgets the limits of accounts": (limits) => ({
    enter: ({ key: { accountLimits: _, ...key }, ...request }) => limits.enter({ ...request, key }),
  }),
};

/** Stores of idempotency keys that break what `IdempotencyStore` promises. */
export const brokenIdempotency: Mutants<IdempotencyStore> = {
  "fails its check although it answers": (store) => ({ ...store, check: failedCheck }),
  "says to nobody that a request runs": (store) => ({
    ...store,
    async claim(claim) {
      const state = await store.claim(claim);
      return state.name === "running" ? { name: "lost" } : state;
    },
  }),
  "keeps a header in every answer": (store) => ({
    ...store,
    keep: (scope, key, answer) =>
      store.keep(
        scope,
        key,
        answer && { ...answer, headers: answer.headers.length > 0 ? answer.headers : [["a", "b"]] },
      ),
  }),
  "keeps an answer to a key that nobody has claimed": (store) => {
    const kept = new Set<string>();
    const claimed = new Set<string>();
    return {
      async claim(claim) {
        claimed.add(claim.key);
        return kept.has(claim.key) ? { name: "lost" } : store.claim(claim);
      },
      async keep(scope, key, answer) {
        if (!claimed.has(key)) kept.add(key);
        await store.keep(scope, key, answer);
      },
      forget: (scope, key) => store.forget(scope, key),
    };
  },
  "forgets the key in every scope": (store) => {
    const scopes = new Set<string>();
    return {
      ...store,
      claim(claim) {
        scopes.add(claim.scope);
        return store.claim(claim);
      },
      async forget(_scope, key) {
        for (const scope of scopes) await store.forget(scope, key);
      },
    };
  },
  "gives a key to several at once": (store) => {
    const claimed = new Set<string>();
    return {
      ...store,
      async claim(claim) {
        const id = JSON.stringify([claim.scope, claim.key]);
        const known = claimed.has(id);
        await Promise.resolve();
        claimed.add(id);
        const state = await store.claim(claim);
        return known ? state : { name: "new" };
      },
    };
  },
  "keeps bodies as text": (store) => ({
    ...store,
    keep: (scope, key, answer) =>
      store.keep(
        scope,
        key,
        answer && {
          ...answer,
          body: new TextEncoder().encode(new TextDecoder().decode(answer.body)),
        },
      ),
  }),
  "keeps one header of each name": (store) => ({
    ...store,
    keep: (scope, key, answer) =>
      store.keep(scope, key, answer && { ...answer, headers: [...new Map(answer.headers)] }),
  }),
  "joins scope and key by a colon": (store) => {
    const join = (scope: string, key: string) => ["", `${scope}:${key}`] as const;
    return {
      claim(claim) {
        const [scope, key] = join(claim.scope, claim.key);
        return store.claim({ ...claim, scope, key });
      },
      keep: (scope, key, answer) => store.keep(...join(scope, key), answer),
      forget: (scope, key) => store.forget(...join(scope, key)),
    };
  },
  "never forgets": (store) => ({ ...store, forget: async () => undefined }),
  "does not look at the fingerprint": (store) => ({
    ...store,
    claim: (claim) => store.claim({ ...claim, fingerprint: "same" }),
  }),
  "forgets the fingerprint of what it has answered": (store) => {
    const answered = new Map<string, string>();
    return {
      ...store,
      claim: async (claim) => {
        const id = JSON.stringify([claim.scope, claim.key]);
        return store.claim({ ...claim, fingerprint: answered.get(id) ?? claim.fingerprint });
      },
      async keep(scope, key, answer) {
        if (answer) answered.set(JSON.stringify([scope, key]), "fingerprint");
        await store.keep(scope, key, answer);
      },
    };
  },
  "lets leases last": (store) => ({
    ...store,
    claim: (claim) => store.claim({ ...claim, lease: 60_000 }),
  }),
  "keeps keys for ever": (store) => ({
    ...store,
    claim: (claim) => store.claim({ ...claim, retention: 3_600_000 }),
  }),
  "frees a key whose answer cannot be kept": (store) => ({
    ...store,
    keep: (scope, key, answer) =>
      answer ? store.keep(scope, key, answer) : store.forget(scope, key),
  }),
  "says that a key runs whose answer cannot be kept": (store) => ({
    ...store,
    async keep(scope, key, answer) {
      if (answer) await store.keep(scope, key, answer);
    },
  }),
};

/** Outboxes that break what `Outbox` promises, on their disks or beside them. */
export const brokenOutboxes: Mutants<Outbox> = {
  "lists the newest first": (outbox) => ({
    ...outbox,
    list: async (limit) => [...(await outbox.list(1_000))].reverse().slice(0, limit),
  }),
  "counts one row in an empty outbox": (outbox) => ({
    ...outbox,
    count: async () => Math.max(1, await outbox.count()),
  }),
  "counts what was ever put": (outbox) => {
    let count = 0;
    return {
      ...outbox,
      async put(row) {
        count += 1;
        await outbox.put(row);
      },
      count: async () => Math.max(count, await outbox.count()),
    };
  },
  "has no limit for a list": (outbox) => ({ ...outbox, list: () => outbox.list(1_000) }),
  "keeps the first row of an attempt": (outbox) => ({
    ...outbox,
    async put(row) {
      const rows = await outbox.list(1_000);
      if (!rows.some(({ attemptId }) => attemptId === row.attemptId)) await outbox.put(row);
    },
  }),
  "never removes": (outbox) => ({ ...outbox, remove: async () => undefined }),
  "rejects to remove what is not there": (outbox) => ({
    ...outbox,
    async remove(attemptId) {
      const before = await outbox.count();
      await outbox.remove(attemptId);
      if ((await outbox.count()) === before) throw new Error("not found");
    },
  }),
  "writes to the disk later": (outbox) => {
    const waiting: Parameters<Outbox["put"]>[0][] = [];
    return {
      ...outbox,
      async put(row) {
        waiting.push(row);
      },
      list: async (limit) => [...(await outbox.list(limit)), ...waiting].slice(0, limit),
      count: async () => (await outbox.count()) + waiting.length,
    };
  },
};

function tooMany(retryAfterSeconds: number | undefined): ServiceError {
  return new ServiceError({ kind: "concurrency_limited", message: "Full.", retryAfterSeconds });
}

/** Stores of documents that break what `DocumentStore` promises. */
export const brokenDocuments: Mutants<DocumentStore> = {
  "fails its check although it answers": (store) => ({ ...store, check: failedCheck }),
  "trims texts": (store) => ({
    ...store,
    write: (account, documents, retention) =>
      store.write(
        account,
        documents.map(({ id, text }) => ({ id, text: text.trim() })),
        retention,
      ),
  }),
  "keeps the first text of an id": (store) => ({
    ...store,
    async write(account, documents, retention) {
      const known = await store.read(
        account,
        documents.map(({ id }) => id),
      );
      await store.write(
        account,
        documents.map(({ id, text }) => ({ id, text: known.get(id) ?? text })),
        retention,
      );
    },
  }),
  "keeps one document of a write": (store) => ({
    ...store,
    write: (account, documents, retention) =>
      store.write(account, documents.slice(0, 1), retention),
  }),
  "shows every account the same documents": (store) => ({
    write: (_account, documents, retention) => store.write("all", documents, retention),
    read: (_account, ids) => store.read("all", ids),
    delete: (_account, ids) => store.delete("all", ids),
  }),
  "joins accounts and ids": (store) => {
    const join = (account: string, id: string) => `${account}${id}`.toLowerCase();
    return {
      write: (account, documents, retention) =>
        store.write(
          "all",
          documents.map(({ id, text }) => ({ id: join(account, id), text })),
          retention,
        ),
      async read(account, ids) {
        const names = new Map(ids.map((id) => [join(account, id), id]));
        const found = await store.read("all", [...names.keys()]);
        return new Map([...found].map(([name, text]) => [names.get(name) ?? "", text]));
      },
      delete: (account, ids) =>
        store.delete(
          "all",
          ids.map((id) => join(account, id)),
        ),
    };
  },
  "has a text for every id": (store) => ({
    ...store,
    read: async (account, ids) =>
      new Map([...ids.map((id) => [id, ""] as const), ...(await store.read(account, ids))]),
  }),
  "never forgets": (store) => ({
    ...store,
    write: (account, documents) => store.write(account, documents, 1e12),
  }),
  "forgets by the first time that it was told": (store) => {
    const told = new Map<string, number>();
    return {
      ...store,
      write(account, documents, retention) {
        const first = told.get(documents[0]?.id ?? "") ?? retention;
        told.set(documents[0]?.id ?? "", first);
        return store.write(account, documents, first);
      },
    };
  },
  "deletes nothing": (store) => ({ ...store, delete: () => undefined }),
  "deletes the documents of others": (store) => ({
    ...store,
    async delete(_account, ids) {
      for (const account of ["account", "other"]) await store.delete(account, ids);
    },
  }),
  "deletes only the first": (store) => ({
    ...store,
    delete: (account, ids) => store.delete(account, ids.slice(0, 1)),
  }),
  "rejects an empty list": (store) => ({
    ...store,
    write: (account, documents, retention) =>
      documents.length > 0
        ? store.write(account, documents, retention)
        : Promise.reject(new Error("empty")),
  }),
  "loses what is written at the same moment": (store) => {
    let isBusy = false;
    return {
      ...store,
      async write(account, documents, retention) {
        if (isBusy) return;
        isBusy = true;
        await Promise.resolve();
        await store.write(account, documents, retention);
        isBusy = false;
      },
    };
  },
};

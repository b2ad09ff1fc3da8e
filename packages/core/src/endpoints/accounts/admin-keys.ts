import { isValidKey } from "../../accounts/keys/issue-key.js";
import type { KeyStore, StoredKey } from "../../accounts/keys/key-store.js";
import type { RateLimits } from "../../accounts/keys/keys.js";
import { createJsonAnswer } from "../../http/answers.js";
import type { AdminEndpoint, AdminRequest } from "./admin-request.js";
import { notFound } from "./bad-request.js";
import { askPage, callStore } from "./call-store.js";
import { checkKnownModels } from "./check-models.js";
import { readPathId } from "./path-id.js";
import { readQuery } from "./read.js";
import { limitNames, readKeyChange, readNewKey, readOverlap } from "./read-body.js";
import type { KeyAnswer, KeyLimits } from "./schemas/answers.js";
import { keysQuery, noQuery } from "./schemas/queries.js";

/** The endpoints that issue, show, change, rotate and revoke keys. */
export function keyEndpoints(keys: KeyStore): readonly AdminEndpoint[] {
  return [
    { method: "POST", path: "/admin/keys", answer: (request) => issue(keys, request) },
    { method: "GET", path: "/admin/keys", answer: (request) => list(keys, request) },
    { method: "GET", path: "/admin/keys/:id", answer: (request) => show(keys, request) },
    { method: "PATCH", path: "/admin/keys/:id", answer: (request) => change(keys, request) },
    { method: "DELETE", path: "/admin/keys/:id", answer: (request) => revoke(keys, request) },
    { method: "POST", path: "/admin/keys/:id/rotate", answer: (request) => rotate(keys, request) },
  ];
}

async function issue(keys: KeyStore, request: AdminRequest) {
  const { exchange, readJson, models, administered, now } = request;
  readQuery(noQuery, exchange);
  const wanted = readNewKey(await readJson(), now);
  checkKnownModels(wanted.models, models);
  const { key, secret } = await callStore(() => keys.issue(wanted));
  administered({ action: "issue_key", ...idsOf(key), key: wanted });
  return createJsonAnswer(201, [], { ...toKeyBody(key, now), secret });
}

async function list(keys: KeyStore, { exchange, now }: AdminRequest) {
  const { account_id: accountId, after, limit } = readQuery(keysQuery, exchange);
  const page = await askPage(after, () => keys.list({ accountId, after, limit }));
  return createJsonAnswer(200, [], {
    object: "list",
    data: page.keys.map((key) => toKeyBody(key, now)),
    has_more: page.next !== undefined,
    next: page.next ?? null,
  });
}

async function show(keys: KeyStore, { exchange, parameters, now }: AdminRequest) {
  readQuery(noQuery, exchange);
  const key = await callStore(() => keys.get(readPathId(parameters)));
  if (!key) throw notFound("There is no key with this id.");
  return createJsonAnswer(200, [], toKeyBody(key, now));
}

/** What the body does not name stays; null removes it. */
async function change(keys: KeyStore, request: AdminRequest) {
  const { exchange, parameters, readJson, models, administered, now } = request;
  readQuery(noQuery, exchange);
  const id = readPathId(parameters);
  const wanted = readKeyChange(await readJson(), now);
  checkKnownModels(wanted.models, models);
  const key = await callStore(() => keys.update(id, wanted));
  if (!key) throw notFound("There is no key with this id, or it is revoked.");
  administered({ action: "change_key", ...idsOf(key), change: wanted });
  return createJsonAnswer(200, [], toKeyBody(key, now));
}

async function revoke(keys: KeyStore, request: AdminRequest) {
  const { exchange, parameters, administered, now } = request;
  readQuery(noQuery, exchange);
  const key = await callStore(() => keys.revoke(readPathId(parameters)));
  if (!key) throw notFound("There is no key with this id.");
  administered({ action: "revoke_key", ...idsOf(key) });
  return createJsonAnswer(200, [], toKeyBody(key, now));
}

async function rotate(keys: KeyStore, request: AdminRequest) {
  const { exchange, parameters, readJson, administered, now } = request;
  readQuery(noQuery, exchange);
  const id = readPathId(parameters);
  const overlap = readOverlap(await readJson());
  const issued = await callStore(() => keys.rotate(id, overlap));
  if (!issued) throw notFound("There is no valid key with this id.");
  administered({ action: "rotate_key", ...idsOf(issued.key), overlap });
  return createJsonAnswer(200, [], { ...toKeyBody(issued.key, now), secret: issued.secret });
}

function idsOf({ id, accountId }: StoredKey) {
  return { keyId: id, accountId };
}

/** A key on the wire. Times are in ISO 8601; what a key does not have is null. */
function toKeyBody(key: StoredKey, now: number): KeyAnswer {
  return {
    object: "key",
    id: key.id,
    account_id: key.accountId,
    name: key.name ?? null,
    prefix: key.prefix,
    models: key.models === "all" ? "all" : [...key.models],
    limits: toLimitsBody(key.limits),
    state: toState(key, now),
    created_at: new Date(key.createdAt).toISOString(),
    expires_at: toTime(key.expiresAt),
    revoked_at: toTime(key.revokedAt),
  };
}

/** Limits on the wire; null if there are none. */
export function toLimitsBody(limits: RateLimits | undefined): KeyLimits {
  const set = Object.entries(limitNames).flatMap(([name, own]) => {
    const value = limits?.[own];
    return value === undefined ? [] : [[name, value] as const];
  });
  return set.length === 0 ? null : Object.fromEntries(set);
}

function toState(key: StoredKey, now: number): KeyAnswer["state"] {
  if (key.revokedAt !== undefined) return "revoked";
  return isValidKey(key, now) ? "valid" : "expired";
}

function toTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

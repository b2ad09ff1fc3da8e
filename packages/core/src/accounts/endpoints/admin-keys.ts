import { createJsonAnswer } from "../../http/answers.js";
import type { Endpoint, EndpointRequest } from "../../request/endpoint.js";
import { isValidKey } from "../keys/issue-key.js";
import type { KeyStore, StoredKey } from "../keys/key-store.js";
import type { RateLimits } from "../keys/keys.js";
import { askPage, askStore } from "./ask-store.js";
import { notFound } from "./bad-request.js";
import { readPathId } from "./path-id.js";
import { limitNames, readNewKey, readOverlap } from "./read-body.js";
import { readId, readLimit, readQuery } from "./read-query.js";

/** The endpoints that issue, show, rotate and revoke keys. */
export function keyEndpoints(keys: KeyStore): readonly Endpoint[] {
  return [
    { method: "POST", path: "/admin/keys", answer: (request) => issue(keys, request) },
    { method: "GET", path: "/admin/keys", answer: (request) => list(keys, request) },
    { method: "GET", path: "/admin/keys/:id", answer: (request) => show(keys, request) },
    { method: "DELETE", path: "/admin/keys/:id", answer: (request) => revoke(keys, request) },
    { method: "POST", path: "/admin/keys/:id/rotate", answer: (request) => rotate(keys, request) },
  ];
}

async function issue(keys: KeyStore, { readJson, now }: EndpointRequest) {
  const wanted = readNewKey(await readJson(), now);
  const { key, secret } = await askStore(() => keys.issue(wanted));
  return createJsonAnswer(201, [], { ...toKeyBody(key, now), secret });
}

async function list(keys: KeyStore, { exchange, now }: EndpointRequest) {
  const query = readQuery(exchange);
  const accountId = readId(query, "account_id");
  const after = readId(query, "after");
  const limit = readLimit(query, 100, 1_000);
  const page = await askPage(after, () => keys.list({ accountId, after, limit }));
  return createJsonAnswer(200, [], {
    object: "list",
    data: page.keys.map((key) => toKeyBody(key, now)),
    has_more: page.next !== undefined,
    next: page.next ?? null,
  });
}

async function show(keys: KeyStore, { parameters, now }: EndpointRequest) {
  const key = await askStore(() => keys.get(readPathId(parameters)));
  if (!key) throw notFound("There is no key with this id.");
  return createJsonAnswer(200, [], toKeyBody(key, now));
}

async function revoke(keys: KeyStore, { parameters, now }: EndpointRequest) {
  const key = await askStore(() => keys.revoke(readPathId(parameters)));
  if (!key) throw notFound("There is no key with this id.");
  return createJsonAnswer(200, [], toKeyBody(key, now));
}

async function rotate(keys: KeyStore, { parameters, readJson, now }: EndpointRequest) {
  const id = readPathId(parameters);
  const overlap = readOverlap(await readJson());
  const issued = await askStore(() => keys.rotate(id, overlap));
  if (!issued) throw notFound("There is no valid key with this id.");
  return createJsonAnswer(200, [], { ...toKeyBody(issued.key, now), secret: issued.secret });
}

/** A key on the wire. Times are in ISO 8601; what a key does not have is null. */
function toKeyBody(key: StoredKey, now: number) {
  return {
    object: "key",
    id: key.id,
    account_id: key.accountId,
    name: key.name ?? null,
    prefix: key.prefix,
    models: key.models,
    limits: toLimitsBody(key.limits),
    state: toState(key, now),
    created_at: new Date(key.createdAt).toISOString(),
    expires_at: toTime(key.expiresAt),
    revoked_at: toTime(key.revokedAt),
  };
}

/** Limits on the wire; null if there are none. */
export function toLimitsBody(limits: RateLimits | undefined) {
  const set = Object.entries(limitNames).flatMap(([name, own]) => {
    const value = limits?.[own];
    return value === undefined ? [] : [[name, value] as const];
  });
  return set.length === 0 ? null : Object.fromEntries(set);
}

function toState(key: StoredKey, now: number): "valid" | "expired" | "revoked" {
  if (key.revokedAt !== undefined) return "revoked";
  return isValidKey(key, now) ? "valid" : "expired";
}

function toTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

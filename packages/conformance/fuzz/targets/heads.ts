import assert from "node:assert/strict";
import type { Answer, Exchange } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { endpoints, headersOf } from "@diglot/test-support/requests";
import fc from "fast-check";
import { everyWay, type Way } from "../../../core/test/attempt-of.js";
import { byteChange, changeBytes } from "../changes/bytes.js";
import { assertClosedLedger } from "../oracles/legal-ledger.js";
import { targetOf } from "../target.js";
import { answerAs, serviceBefore } from "./served.js";

/** A request whose body is good: its method, its target and its headers. */
interface Case {
  readonly way: Way;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

const paths = [
  ...["/v1/messages", "/v1/chat/completions", "/v1/models", "/v1/models/scripted", "/", "*", ""],
  ...["//evil.test/v1/messages", "http://evil.test/v1/messages", "/v1/messages/count_tokens"],
  ...["/v1/./messages", "/v1/%2e%2e/messages", "/V1/Messages", "/v1\\messages", "/v1/messages#x"],
  ...["/v1/messages?beta=true", "/v1/messages?@evil.test", "/v1/messages/", "/v1/models/a%2Fb%00"],
];
const names = [
  ...["content-type", "content-length", "content-encoding", "transfer-encoding", "accept", "host"],
  ...["authorization", "x-api-key", "api-key", "anthropic-version", "anthropic-beta", "origin"],
  ...["idempotency-key", "x-request-id", "x-forwarded-for", "forwarded", "cookie", "user-agent"],
  ...["x-stainless-retry-count", "x-stainless-os", "expect", "connection", "traceparent", "via"],
  ...["openai-organization", "x-should-retry", "__proto__", "constructor", "anthropic-x", "x-y"],
];
const words = [
  ...["", " ", ",", "application/json", "text/plain", "application/json; charset=utf-16", "gzip"],
  ...["application/vnd.x+json", "Bearer ", `Bearer ${key}`, `bearer  ${key}`, `Bearer ${key}, x`],
  ...[
    "Basic OnNr",
    key,
    `${key}, ${key}`,
    "sk-other",
    "2023-06-01",
    "2026-10-21",
    "-1",
    "1e9",
    "0",
  ],
  ...[
    "a\tb",
    "\xff\xfe",
    "\x7f",
    "é",
    "{}",
    '"',
    "x".repeat(3_000),
    "files-api-2025-04-14",
    "chunked",
  ],
  ...["http://evil.test", "null", "100-continue", "00-0af7651916cd43dd8448eb211c80319c-b7ad-01"],
];

const changed = (texts: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(byteChange, { maxLength: 2 })),
    )
    .map(([text, changes]) => changes.reduce(changeBytes, text));

/** No server lets these characters into a header or a target. */
const withoutBreaks = (text: string) => text.replaceAll(/[\r\n\0]/g, "");

const cases: fc.Arbitrary<Case> = fc.constantFrom(...everyWay).chain((way) =>
  fc.record({
    way: fc.constant(way),
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constant("POST") },
      fc.constantFrom("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "post", "X"),
    ),
    target: fc.oneof(
      { weight: 3, arbitrary: fc.constant(endpoints[way.caller].path) },
      changed(paths).map(withoutBreaks),
    ),
    headers: fc
      .tuple(
        fc.subarray(Object.entries(headersOf(way.caller)), { minLength: 1 }),
        fc.array(fc.tuple(fc.constantFrom(...names), changed(words).map(withoutBreaks)), {
          maxLength: 3,
        }),
      )
      .map(([own, more]) => ownMembers([...own, ...more])),
  }),
);

/** The heads of requests. */
export const heads = targetOf({
  name: "heads",
  promise: "Any head is answered without a failure, and only the configured upstream is asked.",
  cases,
  async check({ way, method, target, headers }: Case) {
    const { service, ledger, seen, failures } = serviceBefore(way, answerAs(way.upstream));
    const answer = await service.handle(toExchange(way, method, target, headers));
    await drain(answer);
    await service.close();
    if (answer.status >= 500) {
      throw new Error(`The status is ${answer.status}.`, { cause: failures[0] });
    }
    assertLegalHeaders(answer);
    assert.ok(seen.length <= 1, "The upstream was asked twice.");
    for (const request of seen) {
      assert.match(request.url, /^http:\/\/upstream\.test\/v1\/[\w/]+$/);
      assertNoCallerKey(request.headers);
    }
    await assertClosedLedger(ledger, 1);
  },
});

/** An object of own members, also of one called `__proto__`. */
function ownMembers(entries: readonly (readonly [string, string])[]) {
  const object: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) object[name] = value;
  return object;
}

function toExchange(way: Way, method: string, target: string, headers: Case["headers"]): Exchange {
  const lookup = new Map(Object.entries(headers));
  const text = JSON.stringify({ ...endpoints[way.caller].body });
  return {
    method,
    target,
    headers: { get: (name) => lookup.get(name.toLowerCase()) ?? null, keys: () => lookup.keys() },
    body: { kind: "stream", chunks: chunksOf(text) },
    signal: new AbortController().signal,
  };
}

async function* chunksOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function drain({ body }: Answer): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) return;
  while (await body.read());
}

function assertLegalHeaders({ headers }: Answer): void {
  for (const [name, value] of headers) {
    assert.match(name, /^[a-z0-9!#$%&'*+.^_`|~-]+$/, "A header has an illegal name.");
    assert.match(value, /^[\t\x20-\x7e\x80-\xff]*$/, `The header ${name} has an illegal value.`);
  }
}

const credentials = ["authorization", "x-api-key", "api-key", "cookie", "proxy-authorization"];

/** No credential of the caller becomes one at the upstream. */
function assertNoCallerKey(headers: Headers): void {
  for (const name of credentials) {
    assert.ok(!headers.get(name)?.includes(key), `The header ${name} holds the caller's key.`);
  }
}

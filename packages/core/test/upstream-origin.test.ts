import { key } from "@diglot/test-support/key";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import { serviceOf } from "@diglot/test-support/services";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, replies, streamOf } from "./upstream-of.js";

const addresses: Readonly<Record<FormatName, string>> = {
  messages: "http://upstream.test/v1/messages",
  "chat-completions": "http://upstream.test/v1/chat/completions",
};

/** Names that misled other services, and any others. */
const strayNames = [
  "host",
  "forwarded",
  "x-forwarded-host",
  "x-original-url",
  "x-upstream-url",
  "x-portkey-custom-host",
  "base_url",
  "api_base",
  "api_key",
  "extra_headers",
  "provider",
  "cookie",
  "proxy-authorization",
  "anthropic-organization-id",
  "openai-organization",
  "connection",
  "te",
  "traceparent",
];
const name = fc.oneof(
  fc.constantFrom(...strayNames),
  fc.stringMatching(/^(?:anthropic-|x-claude-code-|x-)?[a-z][a-z0-9-]{0,12}$/),
);
const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom("//evil.test/v1", "http://169.254.169.254/", "@evil.test", "..%2f..%2fadmin"),
);
/** What the service itself reads from a request has its own tests. */
const readNames = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-version",
  "api-key",
  "authorization",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "transfer-encoding",
  "x-api-key",
]);
const headers = fc
  .dictionary(name, address)
  .map((all) => Object.fromEntries(Object.entries(all).filter(([one]) => !readNames.has(one))));
const members = fc.dictionary(name, fc.oneof(address, fc.jsonValue()), { maxKeys: 6 });

/** The headers that an upstream may get, whoever wrote them. */
const allowed =
  /^(?:accept|accept-encoding|authorization|content-type|x-api-key|anthropic-|x-claude-code-)/;

describe.each(formatNames)("whatever a caller of %s sends", (caller) => {
  it.each(formatNames)("B16 U10 only the origin of the %s upstream is called", async (upstream) => {
    const property = fc.asyncProperty(
      headers,
      members,
      address,
      fc.boolean(),
      async (extraHeaders, extraMembers, user, stream) => {
        const fake = fakeUpstream(({ body }) =>
          body.stream === true ? streamOf(frames[upstream]) : Response.json(replies[upstream]),
        );
        const { service } = serviceOf(upstreamCreators[upstream](fake.options), {
          unsupported: { default: "warn" },
        });
        const [path, init] = requestOf(caller, { ...extraMembers, metadata: {}, stream });
        const response = await service.request(`${path}?to=${encodeURIComponent(user)}`, {
          ...init,
          headers: { ...extraHeaders, ...(init.headers as Record<string, string>) },
        });
        await response.text();
        for (const seen of fake.seen) {
          expect([seen.url, seen.redirect]).toEqual([addresses[upstream], "manual"]);
          const names = [...seen.headers.keys()];
          expect(names.filter((one) => !allowed.test(one))).toEqual([]);
          expect(JSON.stringify([...seen.headers])).not.toContain(key);
          expect(JSON.stringify([...seen.headers])).toContain("sk-upstream-secret");
        }
        expect(fake.seen.length).toBe(response.status === 200 ? 1 : 0);
        await service.close();
      },
    );
    await fc.assert(property, { numRuns: repeats(60, 1_200) });
  });
});

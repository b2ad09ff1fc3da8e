import { type FormatName, formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import type { JsonObject } from "../../../core/src/json/value.js";
import { commonRequests } from "../../../core/test/arbitraries.js";
import { maximalRequests } from "../../../core/test/maximal-requests.js";

/** Requests by their format, which together use all of its wire. */
export const requests: Readonly<Record<FormatName, readonly JsonObject[]>> = {
  messages: maximalRequests.messages.map(({ body }) => body),
  "chat-completions": maximalRequests["chat-completions"].map(({ body }) => body),
};

/** Requests of both formats, their messages and the parts of them. */
export const requestValues: readonly unknown[] = formatNames.flatMap((format) =>
  requests[format].flatMap((body) => [body, ...listOf(body.messages), ...listOf(body.tools)]),
);

/** A request of a format: one of those above, or one that is composed. */
export function anyRequest(format: FormatName): fc.Arbitrary<JsonObject> {
  return fc.oneof(fc.constantFrom(...requests[format]), commonRequests[format]);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

import { validText } from "../../accounts/keys/check-key.js";
import { hashSecret } from "../../accounts/keys/secrets.js";
import { ServiceError } from "../../errors/service-error.js";
import type { HeaderLookup } from "../../http/exchange.js";
import { isObject } from "../../json/value.js";
import { all, type Check, deferred, either, finds, isHidden } from "../../validation/check.js";
import { problemOf } from "../../validation/check-options.js";
import { mapOf } from "../../validation/objects.js";
import { isString } from "../../validation/values.js";
import { quote } from "../../validation/words.js";
import type { Endpoint } from "../endpoint.js";
import type { AdminEndpoint } from "./admin-request.js";

/** What administrators present: one credential, or several by the names of their holders. */
export type AdminCredential = string | Readonly<Record<string, string>>;

/** The name of an administrator whose credential has none. */
const unnamed = "administrator";

/**
 * Admits only callers who present a credential, in `x-api-key` or as a bearer token; if both are
 * present, `x-api-key` decides. A missing and a wrong credential get the same answer, after the same
 * work. After several wrong ones each answer waits, also that to a right one: for at most a second. What an
 * administrator changes is reported with the name of the credential.
 */
export function withCredential(credential: AdminCredential): (endpoint: AdminEndpoint) => Endpoint {
  const entries =
    typeof credential === "string" ? [[unnamed, credential] as const] : Object.entries(credential);
  return (endpoint) => ({
    ...endpoint,
    secrets: () => entries.map(([, text]) => text),
    async answer(request) {
      const presented = readPresented(request.exchange.headers);
      const by = await findName(entries, presented);
      if (presented !== "") await request.pauseGuess(by !== undefined);
      if (by === undefined) throw unauthenticated();
      const { requestId, report, now: at } = request;
      return endpoint.answer({
        ...request,
        administered: (what) => report({ type: "administered", at, requestId, by, ...what }),
      });
    },
  });
}

type Entries = readonly (readonly [name: string, credential: string])[];

/** One credential, or several by names; none of them twice, so that a report says who it was. */
export const validCredential: Check = /* @__PURE__ */ deferred(() => {
  const one = isHidden(
    "at least 16 visible ASCII characters",
    (text) => isString(text) && /^[\x21-\x7e]{16,}$/.test(text),
  );
  return either(isObject, all(mapOf(one), ofSeveral), one);
});

const ofSeveral: Check = /* @__PURE__ */ finds((value, path) => {
  const given: Readonly<Record<string, unknown>> = Object(value);
  const credentials = Object.values(given);
  const unnamable = Object.keys(given)
    .map((name) => problemOf(validText, name, `a name in ${path}`))
    .find((problem) => problem !== undefined);
  if (unnamable !== undefined) return unnamable;
  if (credentials.length === 0) return `${quote(path)} must name an administrator`;
  if (new Set(credentials).size === credentials.length) return undefined;
  return `${quote(path)} must give each administrator a credential of its own; two are the same`;
});

/** The name of the credential that was presented; undefined: it is none. */
async function findName(entries: Entries, presented: string): Promise<string | undefined> {
  const hash = await hashSecret(presented);
  let found: string | undefined;
  for (const [name, credential] of entries) {
    if (areEqual(await hashSecret(credential), hash)) found = name;
  }
  return found;
}

function readPresented(headers: HeaderLookup): string {
  const key = headers.get("x-api-key")?.trim();
  if (key) return key;
  return /^bearer\s+(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? "";
}

/** Compares hashes of one length in a time that does not depend on where they differ. */
function areEqual(one: string, other: string): boolean {
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

function unauthenticated(): ServiceError {
  return new ServiceError({
    kind: "unauthenticated",
    message: "This path needs the credential of an administrator.",
  });
}

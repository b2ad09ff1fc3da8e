import { ServiceError } from "../../errors/service-error.js";
import type { HeaderLookup } from "../../http/exchange.js";
import type { Endpoint } from "../../request/endpoint.js";
import { checkText } from "../keys/check-key.js";
import { hashSecret } from "../keys/secrets.js";
import type { AdminEndpoint } from "./admin-request.js";

/** What administrators present: one credential, or several by the names of their holders. */
export type AdminCredential = string | Readonly<Record<string, string>>;

/** The name of an administrator whose credential has none. */
const unnamed = "administrator";

/**
 * Admits only callers who present a credential, in `x-api-key` or as a bearer token; if both are
 * present, `x-api-key` decides. A missing and a wrong credential get the same answer, after the same
 * work. What an administrator changes is reported with the name of the credential.
 * @throws TypeError for a credential of fewer than 16 visible ASCII characters, or one that has two names
 */
export function withCredential(credential: AdminCredential): (endpoint: AdminEndpoint) => Endpoint {
  const entries = readCredentials(credential);
  return (endpoint) => ({
    ...endpoint,
    async answer(request) {
      const by = await findName(entries, readPresented(request.exchange.headers));
      const { requestId, report } = request;
      return endpoint.answer({
        ...request,
        administered: (what) => report({ type: "administered", requestId, by, ...what }),
      });
    },
  });
}

type Entries = readonly (readonly [name: string, credential: string])[];

function readCredentials(credential: AdminCredential): Entries {
  const entries =
    typeof credential === "object" && credential !== null
      ? Object.entries(credential)
      : [[unnamed, credential] as const];
  if (entries.length === 0) throw new TypeError("credential names no administrator.");
  for (const [name, value] of entries) {
    checkText("The name of a credential", name);
    if (typeof value === "string" && /^[\x21-\x7e]{16,}$/.test(value)) continue;
    const which = name === unnamed ? "" : ` ${JSON.stringify(name)}`;
    throw new TypeError(
      `The credential of an administrator${which} must have at least 16 visible ASCII characters.`,
    );
  }
  if (new Set(entries.map(([, value]) => value)).size < entries.length) {
    throw new TypeError("Two administrators have the same credential; give each its own.");
  }
  return entries;
}

/** The name of the credential that was presented. @throws ServiceError `unauthenticated` */
async function findName(entries: Entries, presented: string): Promise<string> {
  const hash = await hashSecret(presented);
  let found: string | undefined;
  for (const [name, credential] of entries) {
    if (areEqual(await hashSecret(credential), hash)) found = name;
  }
  if (found === undefined) throw unauthenticated();
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

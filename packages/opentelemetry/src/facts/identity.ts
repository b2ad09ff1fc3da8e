import type { RequestFacts } from "@diglot/core";
import type { Attributes } from "@opentelemetry/api";
import type { Identity } from "../options.js";

/** Who has asked, as far as it may be said. */
export function identityOf(
  { accountId, keyId, endUser }: Pick<RequestFacts, "accountId" | "keyId" | "endUser">,
  named: ReadonlySet<Identity>,
): Attributes {
  if (named.size === 0) return {};
  return {
    "diglot.account.id": named.has("account") ? accountId : undefined,
    "diglot.key.id": named.has("key") ? keyId : undefined,
    "diglot.end_user.id": named.has("endUser") ? endUser : undefined,
  };
}

import { type KeyStore, validKeyStore } from "../../accounts/keys/key-store.js";
import { type LedgerRecords, validRecords } from "../../accounts/ledger/records.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import type { Endpoint } from "../endpoint.js";
import { accountAdministration } from "./admin-accounts.js";
import { budgetEndpoints } from "./admin-budgets.js";
import { type AdminCredential, validCredential, withCredential } from "./admin-credential.js";
import { keyEndpoints } from "./admin-keys.js";
import { usageEndpoints } from "./admin-usage.js";

/** Options of the endpoints for administrators. */
export interface AdminEndpointsOptions {
  /**
   * The secret that administrators present, in `x-api-key` or as a bearer token: at least 16 visible ASCII
   * characters. For several administrators, pass an object of secrets by name, such as `{ ada, ci }`; the names
   * stand in reports of changes. A caller's key is never accepted.
   */
  readonly credential: AdminCredential;
  /** The keys that the service reads, in a store. */
  readonly keys: KeyStore;
  /** The ledger that the service writes. */
  readonly ledger: LedgerRecords;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<AdminEndpointsOptions>({
    credential: { required: validCredential },
    keys: { required: validKeyStore },
    ledger: { required: validRecords },
  }),
);

/**
 * Endpoints below `/admin` that issue, change, rotate and revoke keys, list, credit and limit
 * accounts, set budgets, sum usage and export rows. A service has them only if they are passed to it.
 * Each change is reported as `administered`.
 *
 * @example
 * createService({ models, keys, ledger, endpoints: adminEndpoints({ credential, keys, ledger }) });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function adminEndpoints(options: AdminEndpointsOptions): readonly Endpoint[] {
  checkOptions("adminEndpoints", options, validOptions);
  const { credential, keys, ledger } = options;
  const endpoints = [
    ...keyEndpoints(keys),
    ...accountAdministration(keys, ledger),
    ...budgetEndpoints(keys, ledger),
    ...usageEndpoints(ledger),
  ];
  return endpoints.map(withCredential(credential));
}

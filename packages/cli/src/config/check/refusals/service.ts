import { createMemoryKeys, createMemoryLedger, createService } from "@diglot/core";
import { adminEndpoints } from "@diglot/core/accounts";
import { createEcho } from "@diglot/embedded-models";
import { toPlainServiceOptions } from "../../options/to-plain-service-options.js";
import type { AdminConfig, ServiceConfig } from "../../types.js";
import type { Part } from "./find-refusals.js";

/** How requests are served. */
export function partOfService(value: unknown): Part {
  const ask = async (left: ServiceConfig) => {
    const options = toPlainServiceOptions(left);
    await createService({ ...options, models: [createEcho()], allowAnonymous: true }).close();
  };
  return { path: ["service"], value, ask };
}

/** What administrators present. */
export function partOfAdmin(value: unknown): Part {
  const ask = ({ credential = "a-credential-of-nobody" }: Partial<AdminConfig>) =>
    adminEndpoints({ credential, keys: createMemoryKeys([]), ledger: createMemoryLedger() });
  return { path: ["admin"], value, ask };
}

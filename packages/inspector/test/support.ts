import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type Model,
  type ServiceOptions,
} from "@diglot/core";
import { adminEndpoints } from "@diglot/core/accounts";
import { createInspector, type InspectorOptions, inspectorEndpoints } from "@diglot/inspector";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { callers, credential } from "./demo/gateway.ts";

/** A service with the inspector, and how an administrator asks it. */
export function inspected(
  models: readonly Model[],
  options: InspectorOptions = {},
  ledger = createMemoryLedger(),
  others: Partial<ServiceOptions> = {},
) {
  const inspector = createInspector(options);
  const given = Object.entries(callers).map(([accountId, secret]) => ({ key: secret, accountId }));
  const keys = createMemoryKeys([{ key }, ...given]);
  const service = createService({
    ...{ models, keys, ledger, unknownAccounts: "unlimited" as const },
    reporter: inspector.reporter,
    endpoints: [
      ...adminEndpoints({ credential, keys, ledger }),
      ...inspectorEndpoints({ inspector, credential, ledger }),
    ],
    ...others,
  });
  const get = (path: string, presented: string | undefined = credential) =>
    service.fetch(
      new Request(`http://gateway.example${path}`, { headers: { "x-api-key": presented } }),
    );
  return { service, ledger, get, ask: async (path: string) => (await get(path)).json() };
}

/** A model that says this. */
export function saying(text: string, id = "plain"): Model {
  return modelOf([text], {}, id);
}

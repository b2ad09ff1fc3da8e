// A service with endpoints for key holders and for administrators.
import { createMemoryKeys, createMemoryLedger, createService, defineModel } from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";

export const ledger = createMemoryLedger({ budgets: { "team-a": 10_000_000_000 } });
const keys = createMemoryKeys([{ key: "sk-of-team-a", accountId: "team-a" }]);

export const service = createService({
  models: [
    defineModel("echo", async function* () {
      yield "Hello!";
    }),
  ],
  keys,
  ledger,
  unknownAccounts: "refuse",
  endpoints: [
    ...accountEndpoints({ ledger }),
    ...adminEndpoints({ credential: process.env.ADMIN_CREDENTIAL ?? "", keys, ledger }),
  ],
});

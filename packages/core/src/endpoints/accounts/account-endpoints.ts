import type * as z from "zod/mini";
import type { UnknownAccountsPolicy } from "../../accounts/ledger/ledger.js";
import { type LedgerRecords, validRecords } from "../../accounts/ledger/records.js";
import { createJsonAnswer } from "../../http/answers.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import type { Endpoint } from "../endpoint.js";
import { answerBalance } from "./balances/balance.js";
import { answerBillingUsage, answerCredits, answerSubscription } from "./billing.js";
import { readQuery } from "./read.js";
import { anyQuery, billingQuery, noQuery, usageQuery } from "./schemas/queries.js";
import { answerUsage } from "./usage.js";

/** Options of the endpoints for key holders. */
export interface AccountEndpointsOptions {
  /** The ledger that the service writes. */
  readonly ledger: LedgerRecords;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<AccountEndpointsOptions>({ ledger: { required: validRecords } }),
);

/** What an endpoint is asked, and by whom. */
interface Question<Query> {
  readonly accountId: string;
  readonly keyId: string;
  readonly query: Query;
  readonly now: number;
  readonly unknownAccounts: UnknownAccountsPolicy;
}

type Ask<Query> = (question: Question<Query>) => Promise<unknown>;

/**
 * Endpoints that show the holder of a key what its account has used and may spend: `GET /v1/usage`,
 * `GET /v1/balance`, and the same numbers at the paths where tools for other services look for them
 * (`dashboard/billing/subscription`, `dashboard/billing/usage`, `/v1/credits`). A key never shows
 * another account.
 *
 * @example
 * createService({ models, keys, ledger, endpoints: accountEndpoints({ ledger }) });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function accountEndpoints(options: AccountEndpointsOptions): readonly Endpoint[] {
  checkOptions("accountEndpoints", options, validOptions);
  const { ledger } = options;
  const balance: Ask<unknown> = (question) => answerBalance(ledger, question);
  const credits: Ask<unknown> = ({ accountId }) => answerCredits(ledger, accountId);
  const subscription: Ask<unknown> = ({ accountId }) => answerSubscription(ledger, accountId);
  const billing: Ask<z.output<typeof billingQuery>> = ({ accountId, query, now }) =>
    answerBillingUsage(ledger, accountId, query, now);
  return [
    toEndpoint("/v1/usage", usageQuery, ({ accountId, query, now }) =>
      answerUsage({ ledger, accountId, query, now }),
    ),
    toEndpoint("/v1/balance", noQuery, balance),
    toEndpoint("/v1/credits", anyQuery, credits),
    toEndpoint("/dashboard/billing/subscription", anyQuery, subscription),
    toEndpoint("/v1/dashboard/billing/subscription", anyQuery, subscription),
    toEndpoint("/dashboard/billing/usage", billingQuery, billing),
    toEndpoint("/v1/dashboard/billing/usage", billingQuery, billing),
  ];
}

function toEndpoint<T extends z.core.$ZodType>(
  path: string,
  schema: T,
  ask: Ask<z.output<T>>,
): Endpoint {
  return {
    method: "GET",
    path,
    async answer({ authenticate, exchange, now, unknownAccounts }) {
      const { accountId, id: keyId } = await authenticate();
      const query = readQuery(schema, exchange);
      return createJsonAnswer(
        200,
        [],
        await ask({ accountId, keyId, query, now, unknownAccounts }),
      );
    },
  };
}

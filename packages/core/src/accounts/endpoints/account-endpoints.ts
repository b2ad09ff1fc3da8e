import { createJsonAnswer } from "../../http/answers.js";
import type { Endpoint } from "../../request/endpoint.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { type LedgerRecords, type UsageGroup, validRecords } from "../ledger/records.js";
import { answerBalance } from "./balance.js";
import { answerBillingUsage, answerCredits, answerSubscription } from "./billing.js";
import { readAnyQuery, readQuery } from "./read-query.js";
import { answerUsage, usageParameters } from "./usage.js";

/** Options of the endpoints for key holders. */
export interface AccountEndpointsOptions {
  /** The ledger that the service writes. */
  readonly ledger: LedgerRecords;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<AccountEndpointsOptions>({ ledger: { required: validRecords } }),
);

/** What an endpoint is asked, and by whom. */
interface Question {
  readonly accountId: string;
  readonly keyId: string;
  readonly query: URLSearchParams;
  readonly now: number;
}

const groups: readonly UsageGroup[] = ["day", "model", "key"];

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
  const usage = ({ accountId, query, now }: Question) =>
    answerUsage({ ledger, accountId, query, now, groups });
  const subscription = ({ accountId }: Question) => answerSubscription(ledger, accountId);
  const billing = ({ accountId, query, now }: Question) =>
    answerBillingUsage(ledger, accountId, query, now);
  return [
    toEndpoint("/v1/usage", usage, usageParameters),
    toEndpoint(
      "/v1/balance",
      ({ accountId, keyId }) => answerBalance(ledger, accountId, keyId),
      [],
    ),
    toEndpoint("/v1/credits", ({ accountId }) => answerCredits(ledger, accountId)),
    toEndpoint("/dashboard/billing/subscription", subscription),
    toEndpoint("/v1/dashboard/billing/subscription", subscription),
    toEndpoint("/dashboard/billing/usage", billing),
    toEndpoint("/v1/dashboard/billing/usage", billing),
  ];
}

/** @param known the parameters of the path; absent: others than ours call it, and may send any */
function toEndpoint(
  path: string,
  tell: (question: Question) => Promise<unknown>,
  known?: readonly string[],
): Endpoint {
  return {
    method: "GET",
    path,
    async answer({ authenticate, exchange, now }) {
      const { accountId, id: keyId } = await authenticate();
      const query = known ? readQuery(exchange, known) : readAnyQuery(exchange);
      return createJsonAnswer(200, [], await tell({ accountId, keyId, query, now }));
    },
  };
}

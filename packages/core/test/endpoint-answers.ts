import * as z from "zod/mini";
import * as answers from "../src/endpoints/accounts/schemas/answers.js";

const billing = "(/v1)?/dashboard/billing";
const owner = "(accounts|keys)/[^/]+";

/** The schemas of the answers, by the methods and the paths of the endpoints of accounts. */
const schemas: readonly (readonly [operation: string, schema: z.core.$ZodType])[] = [
  ["GET /v1/usage", answers.usageAnswer],
  ["GET /v1/balance", answers.balanceAnswer],
  ["GET /v1/credits", answers.creditsAnswer],
  [`GET ${billing}/subscription`, answers.subscriptionAnswer],
  [`GET ${billing}/usage`, answers.billingUsageAnswer],
  ["POST /admin/keys", answers.issuedKeyAnswer],
  ["GET /admin/keys", answers.keysAnswer],
  ["(GET|PATCH|DELETE) /admin/keys/[^/]+", answers.keyAnswer],
  ["POST /admin/keys/[^/]+/rotate", answers.issuedKeyAnswer],
  ["GET /admin/accounts", answers.accountsAnswer],
  ["GET /admin/accounts/[^/]+", answers.balanceAnswer],
  ["POST /admin/accounts/[^/]+/credits", answers.creditAnswer],
  ["POST /admin/accounts/[^/]+/limits", answers.accountLimitsAnswer],
  [`(GET|POST) /admin/${owner}/budgets`, answers.budgetsAnswer],
  [`DELETE /admin/${owner}/budgets/[^/]+`, answers.budgetsAnswer],
  ["GET /admin/usage", answers.usageAnswer],
];

/**
 * Holds the JSON of a successful answer against the schema of its endpoint.
 * @throws an error of zod if it does not fit, and another one for an endpoint without a schema
 */
export function checkAnswer(method: string, target: string, json: unknown): void {
  const operation = `${method} ${target.replace(/\?.*|^\/api/g, "")}`;
  const [, schema] = schemas.find(([form]) => new RegExp(`^${form}$`).test(operation)) ?? [];
  if (schema === undefined) throw new Error(`no schema for the answer to ${operation}`);
  z.parse(schema, json);
}

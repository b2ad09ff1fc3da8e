import {
  balanceAnswer,
  billingUsageAnswer,
  creditsAnswer,
  subscriptionAnswer,
  usageAnswer,
} from "../../endpoints/accounts/schemas/answers.js";
import { billingQuery, usageQuery } from "../../endpoints/accounts/schemas/queries.js";
import { json, type Operation, type Schema } from "../operation.js";

/** The endpoints for holders of keys. */
export const accountOperations: readonly Operation[] = [
  {
    ...shared("/v1/usage", "getUsage"),
    summary: "Sum the usage of the key's account",
    query: usageQuery,
    answer: { description: "One sum for each group.", content: json(usageAnswer) },
  },
  {
    ...shared("/v1/balance", "getBalance"),
    summary: "Show what the key's account may spend",
    answer: { description: "The balance and the budgets.", content: json(balanceAnswer) },
  },
  {
    ...shared("/v1/credits", "getCredits"),
    summary: "Show credits as tools for OpenRouter read them",
    answer: { description: "Dollars.", content: json(creditsAnswer) },
  },
  ...bothPaths("/dashboard/billing/subscription", "Subscription", {
    summary: "Show all credits as tools for Chat Completions read them",
    answer: { description: "Dollars.", content: json(subscriptionAnswer) },
  }),
  ...bothPaths("/dashboard/billing/usage", "BillingUsage", {
    summary: "Show what was spent as the same tools read it",
    query: billingQuery,
    answer: { description: "Hundredths of a dollar.", content: json(billingUsageAnswer) },
  }),
];

function shared(path: string, id: string) {
  return {
    method: "GET",
    path,
    id,
    tag: "Account",
    access: "key",
  } as const;
}

/** Tools append these paths to a base URL with or without `/v1`. */
function bothPaths(
  path: string,
  name: string,
  operation: Pick<Operation, "summary" | "answer"> & { readonly query?: Schema },
): readonly Operation[] {
  return [
    { ...shared(path, `get${name}`), ...operation },
    { ...shared(`/v1${path}`, `get${name}V1`), ...operation },
  ];
}

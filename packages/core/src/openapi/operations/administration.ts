import {
  accountLimitsAnswer,
  accountsAnswer,
  balanceAnswer,
  budgetsAnswer,
  creditAnswer,
  issuedKeyAnswer,
  keyAnswer,
  keysAnswer,
  usageAnswer,
} from "../../endpoints/accounts/schemas/answers.js";
import {
  budgetBody,
  creditBody,
  keyChangeBody,
  limitsBody,
  newKeyBody,
  overlapBody,
} from "../../endpoints/accounts/schemas/bodies.js";
import {
  accountsQuery,
  allUsageQuery,
  keysQuery,
  rowsQuery,
} from "../../endpoints/accounts/schemas/queries.js";
import { json, type Operation, type Schema } from "../operation.js";

/** The endpoints for administrators. */
export const adminOperations: readonly Operation[] = [
  {
    ...admin("POST", "/admin/keys", "issueKey", "Issue a key"),
    body: newKeyBody,
    answer: {
      status: 201,
      description: "The key. Its secret is shown only here.",
      content: json(issuedKeyAnswer),
    },
  },
  {
    ...admin("GET", "/admin/keys", "listKeys", "List the keys of all accounts, or of one"),
    query: keysQuery,
    answer: one("A page of keys.", keysAnswer),
  },
  {
    ...admin("GET", "/admin/keys/:id", "getKey", "Show a key"),
    answer: one("The key, without its secret.", keyAnswer),
  },
  {
    ...admin("PATCH", "/admin/keys/:id", "changeKey", "Change a key"),
    description: "A member that is null is removed; an absent one stays.",
    body: keyChangeBody,
    answer: one("The changed key.", keyAnswer),
  },
  {
    ...admin("DELETE", "/admin/keys/:id", "revokeKey", "Revoke a key for good"),
    answer: one("The revoked key.", keyAnswer),
  },
  {
    ...admin("POST", "/admin/keys/:id/rotate", "rotateKey", "Give a key a new secret"),
    body: overlapBody,
    answer: one("The key with its new secret, which is shown only here.", issuedKeyAnswer),
  },
  {
    ...admin("GET", "/admin/accounts", "listAccounts", "List the accounts"),
    query: accountsQuery,
    answer: one("A page of accounts.", accountsAnswer),
  },
  {
    ...admin("GET", "/admin/accounts/:id", "getAccount", "Show what an account may spend"),
    answer: one("The balance and the budgets.", balanceAnswer),
  },
  {
    ...admin("POST", "/admin/accounts/:id/credits", "creditAccount", "Credit an account"),
    description: "A credit is given once: the same `id` again changes nothing.",
    body: creditBody,
    answer: one("The new balance.", creditAnswer),
  },
  {
    ...admin("POST", "/admin/accounts/:id/limits", "limitAccount", "Set the limits of an account"),
    description: "All keys of the account share them. A limit that is absent is lifted.",
    body: limitsBody,
    answer: one("The limits.", accountLimitsAnswer),
  },
  ...budgetsOf("/admin/accounts/:id", "Account", "an account and its keys"),
  ...budgetsOf("/admin/keys/:id", "Key", "a key"),
  {
    ...admin("GET", "/admin/usage", "sumUsage", "Sum the usage of all accounts, or of one"),
    query: allUsageQuery,
    answer: one("One sum for each group.", usageAnswer),
  },
  {
    ...admin("GET", "/admin/usage/rows", "exportRows", "Export the final rows of the ledger"),
    query: rowsQuery,
    answer: {
      description: "A page of rows. Without the parameter `format`, the header `accept` decides.",
      content: {
        "application/x-ndjson": { text: "One row in JSON on each line." },
        "text/csv": { text: "One record for each row, after a header." },
      },
      headers: {
        "x-next-cursor": { description: "The value of `after` for the next page." },
      },
    },
  },
];

function admin(method: Operation["method"], path: string, id: string, summary: string) {
  const [, , tag] = path.split("/");
  const tags = { keys: "Keys", accounts: "Accounts", usage: "Usage" } as const;
  return {
    method,
    path,
    id,
    summary,
    tag: tags[tag as keyof typeof tags],
    access: "administrator",
  } as const;
}

function one(description: string, schema: Schema) {
  return { description, content: json(schema) };
}

function budgetsOf(owner: string, name: string, whose: string): readonly Operation[] {
  const path = `${owner}/budgets`;
  const answer = one("All budgets.", budgetsAnswer);
  return [
    { ...admin("GET", path, `list${name}Budgets`, `List the budgets of ${whose}`), answer },
    {
      ...admin("POST", path, `set${name}Budget`, `Set a budget of ${whose}`),
      body: budgetBody,
      answer,
    },
    {
      ...admin("DELETE", `${path}/:period`, `remove${name}Budget`, `Remove a budget of ${whose}`),
      answer,
    },
  ];
}

import type { KeyStore } from "../../accounts/keys/key-store.js";
import type { BudgetName } from "../../accounts/ledger/budget.js";
import type { LedgerRecords } from "../../accounts/ledger/records.js";
import { createJsonAnswer } from "../../http/answers.js";
import type { AdminEndpoint, AdminRequest } from "./admin-request.js";
import { badRequest, notFound } from "./bad-request.js";
import { toBudgetBody } from "./balances/budget-body.js";
import { callStore } from "./call-store.js";
import { readPathId } from "./path-id.js";
import { readBody, readQuery } from "./read.js";
import { readBudget } from "./read-body.js";
import { budgetPath } from "./schemas/bodies.js";
import { noQuery } from "./schemas/queries.js";

type Owner = Pick<BudgetName, "accountId" | "keyId">;

/** Whose budgets a request is about. @throws ServiceError if there is nobody with the id */
type FindOwner = (request: AdminRequest) => Promise<Owner>;

/** The endpoints that show, set and remove the budgets of accounts and of keys. */
export function budgetEndpoints(keys: KeyStore, ledger: LedgerRecords): readonly AdminEndpoint[] {
  const account: FindOwner = async ({ parameters }) => ({ accountId: readPathId(parameters) });
  const key: FindOwner = ({ parameters }) => findKey(keys, readPathId(parameters));
  return [
    ...endpointsOf("/admin/accounts/:id/budgets", account, ledger),
    ...endpointsOf("/admin/keys/:id/budgets", key, ledger),
  ];
}

function endpointsOf(
  path: string,
  find: FindOwner,
  ledger: LedgerRecords,
): readonly AdminEndpoint[] {
  const one = `${path}/:period`;
  return [
    { method: "GET", path, answer: (request) => show(ledger, find, request) },
    { method: "POST", path, answer: (request) => set(ledger, find, request) },
    { method: "DELETE", path: one, answer: (request) => remove(ledger, find, request) },
  ];
}

async function findKey(keys: KeyStore, id: string): Promise<Owner> {
  const key = await callStore(() => keys.get(id));
  if (!key) throw notFound("There is no key with this id.");
  return { accountId: key.accountId, keyId: key.id };
}

async function show(ledger: LedgerRecords, find: FindOwner, request: AdminRequest) {
  readQuery(noQuery, request.exchange);
  return list(ledger, await find(request));
}

/** The budgets of a key, or those of an account and of all its keys. */
async function list(ledger: LedgerRecords, { accountId, keyId }: Owner) {
  const budgets = await callStore(() => ledger.budgets(accountId));
  const shown = budgets.filter((budget) => keyId === undefined || budget.keyId === keyId);
  return createJsonAnswer(200, [], { object: "list", data: shown.map(toBudgetBody) });
}

async function set(ledger: LedgerRecords, find: FindOwner, request: AdminRequest) {
  readQuery(noQuery, request.exchange);
  const owner = await find(request);
  const budget = { ...owner, ...readBudget(await request.readJson()) };
  await callStore(() => refusingBudget(() => ledger.setBudget(budget)));
  request.administered({ action: "set_budget", ...budget });
  return list(ledger, owner);
}

async function remove(ledger: LedgerRecords, find: FindOwner, request: AdminRequest) {
  readQuery(noQuery, request.exchange);
  const owner = await find(request);
  const name = { ...owner, ...readBody(budgetPath, request.parameters) };
  const removed = await callStore(() => refusingBudget(() => ledger.removeBudget(name)));
  if (!removed) throw notFound("There is no budget of this period.");
  request.administered({ action: "remove_budget", ...name });
  return list(ledger, owner);
}

/** If a ledger refuses a budget with a `TypeError`, the caller is at fault and gets the message. */
async function refusingBudget<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof TypeError ? badRequest(undefined, error.message) : error;
  }
}

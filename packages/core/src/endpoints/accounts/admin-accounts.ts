import { selectAccounts } from "../../accounts/account-list.js";
import type { KeyStore } from "../../accounts/keys/key-store.js";
import type { Balance, Credit, LedgerRecords } from "../../accounts/ledger/records.js";
import { createJsonAnswer } from "../../http/answers.js";
import { toLimitsBody } from "./admin-keys.js";
import type { AdminEndpoint, AdminRequest } from "./admin-request.js";
import { badRequest } from "./bad-request.js";
import { answerBalance, toBalanceBody } from "./balances/balance.js";
import { callStore } from "./call-store.js";
import { readPathId } from "./path-id.js";
import { readQuery } from "./read.js";
import { readCredit, readLimits } from "./read-body.js";
import { accountsQuery, noQuery } from "./schemas/queries.js";

/** The endpoints that list accounts, show what each may spend, credit it and limit it. */
export function accountAdministration(
  keys: KeyStore,
  ledger: LedgerRecords,
): readonly AdminEndpoint[] {
  const path = "/admin/accounts/:id";
  return [
    { method: "GET", path: "/admin/accounts", answer: (request) => list(keys, ledger, request) },
    { method: "GET", path, answer: (request) => show(ledger, request) },
    { method: "POST", path: `${path}/credits`, answer: (request) => credit(ledger, request) },
    { method: "POST", path: `${path}/limits`, answer: (request) => limit(keys, request) },
  ];
}

/**
 * An account is listed if it has a key or limits, if it has credit, or if it was used: the keys know
 * those that have not called yet, the ledger knows those that came without a key of the store.
 */
async function list(
  keys: KeyStore,
  ledger: LedgerRecords,
  { exchange, unknownAccounts }: AdminRequest,
) {
  const { after, limit } = readQuery(accountsQuery, exchange);
  // One more than asked for tells whether there are more.
  const asked = { after, limit: limit + 1 };
  const stores = [keys, ledger];
  const lists = await callStore(() =>
    Promise.all(stores.map((store) => store.listAccounts(asked))),
  );
  const found = selectAccounts(lists.flat(), asked);
  const page = found.slice(0, limit);
  const hasMore = found.length > limit;
  return createJsonAnswer(200, [], {
    object: "list",
    data: await Promise.all(
      page.map((accountId) => answerBalance(ledger, { accountId, unknownAccounts })),
    ),
    has_more: hasMore,
    next: hasMore ? page.at(-1) : null,
  });
}

async function show(ledger: LedgerRecords, request: AdminRequest) {
  const { exchange, parameters, unknownAccounts } = request;
  readQuery(noQuery, exchange);
  const query = { accountId: readPathId(parameters), unknownAccounts };
  return createJsonAnswer(200, [], await answerBalance(ledger, query));
}

async function credit(ledger: LedgerRecords, request: AdminRequest) {
  const { exchange, parameters, readJson, administered } = request;
  readQuery(noQuery, exchange);
  const accountId = readPathId(parameters);
  const given = readCredit(await readJson(), accountId);
  const balance = await callStore(() => giveCredit(ledger, given));
  administered({ action: "credit_account", accountId, credit: given });
  return createJsonAnswer(200, [], toBalanceBody(accountId, balance));
}

/** If a store refuses a credit with a `TypeError`, the caller is at fault and gets the message. */
async function giveCredit(ledger: LedgerRecords, given: Credit): Promise<Balance> {
  try {
    return await ledger.credit(given);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    throw badRequest(undefined, error.message);
  }
}

/** A limit that the body does not name is lifted. */
async function limit(keys: KeyStore, request: AdminRequest) {
  const { exchange, parameters, readJson, administered } = request;
  readQuery(noQuery, exchange);
  const accountId = readPathId(parameters);
  const limits = readLimits(await readJson());
  const shared = Object.keys(limits).length === 0 ? undefined : limits;
  await callStore(() => keys.limitAccount(accountId, shared));
  administered({ action: "limit_account", accountId, limits: shared });
  return createJsonAnswer(200, [], {
    object: "account_limits",
    account_id: accountId,
    limits: toLimitsBody(limits),
  });
}

import { createJsonAnswer } from "../../http/answers.js";
import type { Endpoint, EndpointRequest } from "../../request/endpoint.js";
import type { KeyStore } from "../keys/key-store.js";
import type { Balance, Credit, LedgerRecords } from "../ledger/records.js";
import { toLimitsBody } from "./admin-keys.js";
import { askStore } from "./ask-store.js";
import { badRequest } from "./bad-request.js";
import { answerBalance, toBalanceBody } from "./balance.js";
import { readPathId } from "./path-id.js";
import { readCredit, readLimits } from "./read-body.js";

/** The endpoints that show what an account may spend, credit it and limit it. */
export function accountAdministration(keys: KeyStore, ledger: LedgerRecords): readonly Endpoint[] {
  const path = "/admin/accounts/:id";
  return [
    { method: "GET", path, answer: (request) => show(ledger, request) },
    { method: "POST", path: `${path}/credits`, answer: (request) => credit(ledger, request) },
    { method: "POST", path: `${path}/limits`, answer: (request) => limit(keys, request) },
  ];
}

async function show(ledger: LedgerRecords, { parameters }: EndpointRequest) {
  return createJsonAnswer(200, [], await answerBalance(ledger, readPathId(parameters)));
}

async function credit(ledger: LedgerRecords, { parameters, readJson }: EndpointRequest) {
  const accountId = readPathId(parameters);
  const given = readCredit(await readJson(), accountId);
  const balance = await askStore(() => giveCredit(ledger, given));
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
async function limit(keys: KeyStore, { parameters, readJson }: EndpointRequest) {
  const accountId = readPathId(parameters);
  const limits = readLimits(await readJson());
  const none = Object.keys(limits).length === 0;
  await askStore(() => keys.limitAccount(accountId, none ? undefined : limits));
  return createJsonAnswer(200, [], {
    object: "account_limits",
    account_id: accountId,
    limits: toLimitsBody(limits),
  });
}

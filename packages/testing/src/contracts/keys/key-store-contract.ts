import type { KeyStore } from "@diglot/core";
import { type ContractCase, type CreateSubject, type Subject, toCases } from "../contract.js";
import { listAccountsTests } from "../list-accounts.js";
import { issueTests } from "./issue.js";
import { limitAccountTests } from "./limit-account.js";
import { listTests } from "./list.js";
import { refuseTests } from "./refuse.js";
import { revokeTests } from "./revoke.js";
import { rotateTests } from "./rotate.js";
import { updateTests } from "./update.js";

/** A case for every sentence of core's `KeyStore`, from an empty store on. */
export function keyStoreContract(
  create: CreateSubject<Subject<KeyStore>>,
): readonly ContractCase[] {
  return toCases(create, {
    ...issueTests,
    ...refuseTests,
    ...limitAccountTests,
    ...listTests,
    ...listAccountsTests<KeyStore>((store, accountId, turn) =>
      turn % 2 === 0
        ? store.issue({ accountId })
        : store.limitAccount(accountId, { requestsPerMinute: 5 }),
    ),
    ...updateTests,
    ...rotateTests,
    ...revokeTests,
  });
}

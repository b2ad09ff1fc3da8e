import { ServiceError } from "../../errors/service-error.js";

/** The refusal of a request that the account cannot pay for; every ledger throws it. */
export function budgetExhausted(): ServiceError {
  return new ServiceError({
    kind: "budget_exhausted",
    message: "The account's budget does not cover this request.",
  });
}

/** The refusal of a request whose account must have a budget and has none; every ledger throws it. */
export function budgetMissing(): ServiceError {
  return new ServiceError({
    kind: "budget_exhausted",
    message: "The account has no budget.",
  });
}

/** The refusal of a credit whose id belongs to another one; every store throws it. */
export function creditIdConflict(id: string): TypeError {
  return new TypeError(`The id ${JSON.stringify(id)} belongs to another credit.`);
}

import * as answers from "../endpoints/accounts/schemas/answers.js";
import * as bodies from "../endpoints/accounts/schemas/bodies.js";
import type { Schema } from "./operation.js";
import { health, readiness } from "./operations/health.js";

/** The names of schemas in the description. Those of the formats have a title instead. */
export const schemaNames: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [answers.accountLimitsAnswer, "AccountLimits"],
  [answers.accountsAnswer, "AccountsPage"],
  [answers.balanceAnswer, "Account"],
  [answers.billingUsageAnswer, "BillingUsage"],
  [answers.budgetsAnswer, "Budgets"],
  [answers.creditAnswer, "Balance"],
  [answers.creditsAnswer, "Credits"],
  [answers.issuedKeyAnswer, "IssuedKey"],
  [answers.keyAnswer, "Key"],
  [answers.keysAnswer, "KeysPage"],
  [answers.subscriptionAnswer, "BillingSubscription"],
  [answers.usageAnswer, "Usage"],
  [bodies.budgetBody, "NewBudget"],
  [bodies.creditBody, "NewCredit"],
  [bodies.keyChangeBody, "KeyChange"],
  [bodies.limitsBody, "NewLimits"],
  [bodies.newKeyBody, "NewKey"],
  [bodies.overlapBody, "KeyRotation"],
  [health, "Health"],
  [readiness, "Readiness"],
]);

import * as z from "zod/mini";
import * as answers from "../endpoints/accounts/schemas/answers.js";
import * as bodies from "../endpoints/accounts/schemas/bodies.js";
import * as chatContent from "../formats/chat-completions/schemas/content.js";
import * as chatMessages from "../formats/chat-completions/schemas/messages.js";
import * as chatResponse from "../formats/chat-completions/schemas/response.js";
import * as chatTools from "../formats/chat-completions/schemas/tools.js";
import * as messagesContent from "../formats/messages/schemas/content.js";
import * as messagesResponse from "../formats/messages/schemas/response.js";
import * as messagesTools from "../formats/messages/schemas/tools.js";
import type { Schema } from "./operation.js";
import { health, readiness } from "./operations/health.js";

const named: readonly (readonly [Schema, string])[] = [
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
];

/**
 * The rooms of schemas whose exports are named after themselves, with a prefix. A head is only what is
 * checked first of a larger schema, so it does not stand in the description.
 */
const rooms = {
  Messages: [messagesContent, messagesResponse, messagesTools],
  ChatCompletions: [chatContent, chatMessages, chatResponse, chatTools],
} as const;

const namedByRoom = Object.entries(rooms).flatMap(([prefix, modules]) =>
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      isSchema(value) && !name.endsWith("Head")
        ? [[value, `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`] as const]
        : [],
    ),
  ),
);

function isSchema(value: unknown): value is Schema {
  return value instanceof Object && "_zod" in value;
}

const names: ReadonlyMap<Schema, string> = new Map([...namedByRoom, ...named]);

/** A schema as zod takes it. */
export function asZod(schema: Schema): z.core.$ZodType {
  return schema as z.core.$ZodType;
}

/** All schemas that may have a name. */
export const namedSchemas: readonly Schema[] = [...names.keys()];

/** The name of a schema in the description: its title, or that of its export. @throws Error without one */
export function nameOf(schema: Schema): string {
  const name = z.globalRegistry.get(asZod(schema))?.title ?? names.get(schema);
  if (name === undefined) throw new Error("A schema of the description has no name.");
  return name;
}

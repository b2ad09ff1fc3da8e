import type { JsonObject, RelayEdits, RelayedBody } from "@diglot/core";
import { applyEdits, judgeCost, judgeRouting } from "@diglot/core/formats";
import type { RelayOutput } from "../relay-format/options.js";
import { badForm } from "./faults.js";
import type { Form } from "./read-form.js";
import { toNumber } from "./to-number.js";

/**
 * A caller's form for an upstream of the same endpoint. The model gets the upstream's name. Fields that
 * would choose the route at the upstream are refused, and where money is counted, fields that raise the
 * price. All other bytes stay unchanged.
 */
export function editForm(
  { bytes, parts, fields }: Form,
  { model, capabilities, maxTokens, pricing, receipt }: RelayEdits,
  output: RelayOutput | undefined,
): RelayedBody {
  judgeRouting(fields, capabilities.extensions, receipt);
  const { costMembers } = capabilities;
  const choices = output?.choices?.(fields) ?? 1;
  const limits = { maxTokens, choices, costMembers, pricing };
  judgeCost(toNumbers(fields), limits, receipt);
  const part = parts.find(({ name }) => name === "model");
  if (!part || fields.model === model) return { bytes, addedUsage: false };
  if (/[\r\n]/.test(model)) throw badForm("The name of the model has a line break.", "model");
  const edit = { start: part.start, end: part.end, text: model };
  return { bytes: applyEdits(bytes, [edit]), addedUsage: false };
}

/** All values of a form are texts; limits are numbers. */
function toNumbers(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields).map(([name, value]) => [name, toNumber(value)]);
  return Object.fromEntries(entries);
}

import { type CostLimits, judgeCost } from "../conversation/members/cost-members.js";
import type { Receipt } from "../conversation/receipt/receipt.js";
import { type Edit, type Member, removeMembers, setMember } from "../json/spans.js";
import type { JsonObject } from "../json/value.js";

/** The members of a body, which most bodies are never searched for. */
type LazyMembers = () => readonly Member[];

/** Edits of a relayed body that name the model as the upstream does. */
export function editModel(members: LazyMembers, body: JsonObject, model: string): readonly Edit[] {
  if (body.model === model) return [];
  const member = members().findLast(({ name }) => name === "model");
  return member ? [{ ...member.value, text: JSON.stringify(model) }] : [];
}

/** Edits of a relayed body that leave one output limit, and no other member that raises the cost. */
export function editCost(
  members: LazyMembers,
  body: JsonObject,
  limits: CostLimits,
  receipt: Receipt,
): readonly Edit[] {
  const { maxTokens, superseded } = judgeCost(body, limits, receipt);
  const removed = superseded.size === 0 ? [] : removeMembers(members(), superseded);
  const { limitField } = limits;
  if (limitField === undefined || maxTokens === undefined) return removed;
  if (maxTokens === body[limitField]) return removed;
  return [...removed, ...setMember(members(), limitField, String(maxTokens))];
}

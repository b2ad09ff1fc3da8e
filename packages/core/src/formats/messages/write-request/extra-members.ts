import type { JsonObject, Placed } from "../../../conversation/conversation.js";
import { placeOf, toField } from "../../../conversation/pointer.js";
import type { WriteRequestContext } from "./context.js";

/** A thing of a conversation with the members that no slot of it holds. */
interface WithExtra extends Placed {
  readonly extra?: JsonObject | undefined;
}

/**
 * The members of a thing that have no slot: those that the upstream is known to take, as they are.
 * What becomes of the others is for the caller's format to say.
 */
export function takeExtra(thing: WithExtra, context: WriteRequestContext): JsonObject {
  const members = Object.entries(thing.extra ?? {});
  const taken = members.filter(([name, value]) => {
    if (context.capabilities.extensions.includes(name)) return true;
    const at = placeOf(thing, name);
    context.receipt.apply(context.native.member(toField(at), value), at);
    return false;
  });
  return Object.fromEntries(taken);
}

import type { Conversation } from "../conversation/conversation.js";

const parse = Symbol("parse");

interface Unparsed {
  readonly [parse]: () => Conversation;
}

/**
 * One accessor for all requests. A getter written into each would give each a hidden class, and V8
 * keeps that, with all that the getter sees, until a full collection.
 */
const parsedOnUse: PropertyDescriptor & ThisType<Unparsed> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[parse]();
  },
};

/** A request with its conversation, which is parsed only on first use. */
export function withConversation<T extends object>(
  request: T,
  toConversation: () => Conversation,
): T & { readonly conversation: Conversation } {
  const unparsed = { ...request, [parse]: toConversation };
  return Object.defineProperty(unparsed, "conversation", parsedOnUse) as typeof unparsed & {
    readonly conversation: Conversation;
  };
}

/** What a reply says of itself; for reports. */
export interface ReplyFacts {
  readonly id?: string | undefined;
  /** The upstream's name of the model that has answered. */
  readonly model?: string | undefined;
  /**
   * Why it has ended: a reason for each choice that has. Relayed replies have the words of their format;
   * others those of the neutral stop event.
   */
  readonly finishReasons: readonly string[];
}

/** A reply that has said nothing yet. */
export const noReplyFacts: ReplyFacts = /* @__PURE__ */ Object.freeze({
  finishReasons: /* @__PURE__ */ Object.freeze([]),
});

import type { FailedAttempt } from "../../events/request-facts.js";
import type { AttemptAnnouncement, Model, ModelRequest, Reply } from "../model.js";
import type { Peek } from "./peek.js";

/** What became of one call of a model. */
export type AttemptOutcome = { readonly reply: Reply } | { readonly failure: FailedAttempt };

/**
 * Calls a model once, and waits until as much of its reply has arrived as `peek` waits for. What the
 * attempt notes in the receipt is kept only if it gets that far. Never rejects.
 */
export async function attemptModel(
  model: Model,
  request: ModelRequest,
  peek: Peek,
): Promise<AttemptOutcome> {
  const receipt = request.receipt.branch();
  let announced: AttemptAnnouncement = { model };
  const attempt: ModelRequest["attempt"] = (announcement) => {
    announced = announcement;
    return request.attempt(announcement);
  };
  try {
    const reply = await model.respond({ ...request, receipt, attempt });
    const begun = await peek(reply, request.signal);
    receipt.keep();
    return { reply: begun };
  } catch (error) {
    const { model: asked, upstream } = announced;
    return { failure: { model: asked.id, ...(upstream && { upstream }), error } };
  }
}

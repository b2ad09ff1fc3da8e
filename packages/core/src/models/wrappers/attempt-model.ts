import type { Model, ModelRequest, Reply } from "../model.js";
import type { Peek } from "./peek.js";

/**
 * Calls a model once, and waits until as much of its reply has arrived as `peek` waits for. What the
 * attempt notes in the receipt is kept only if it gets that far.
 */
export async function attemptModel(
  model: Model,
  request: ModelRequest,
  peek: Peek,
): Promise<Reply> {
  const receipt = request.receipt.branch();
  const reply = await model.respond({ ...request, receipt });
  const begun = await peek(reply, request.signal);
  receipt.keep();
  return begun;
}

import { deriveRequest } from "../derive-model.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import type { Peek } from "./peek.js";

/**
 * Tries a model once, until as much of its reply is there as `peek` waits for. What the try notes
 * in the receipt counts only if it comes so far.
 */
export async function attemptModel(
  model: Model,
  request: ModelRequest,
  peek: Peek,
): Promise<Reply> {
  const receipt = request.receipt.branch();
  const reply = await model.respond(deriveRequest(request, { receipt }));
  const begun = await peek(reply, request.signal);
  receipt.keep();
  return begun;
}

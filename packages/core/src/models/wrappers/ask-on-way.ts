import type { Model, ModelRequest } from "../model.js";
import type { Way } from "../places/way.js";
import { type AttemptOutcome, attemptModel } from "./attempt-model.js";
import type { Peek } from "./peek.js";

/**
 * Calls a model of a group for a request with bound values. If its upstream refuses them, it has not made them,
 * although nobody here knows who has: then it is asked once more, without them. Never rejects.
 * @param model its index in the group is `index`
 */
export async function askOnWay(
  way: Way,
  index: number,
  model: Model,
  { reportFailure }: ModelRequest,
  peek: Peek,
): Promise<AttemptOutcome> {
  const asked = way.requestTo(index);
  const outcome = await attemptModel(model, asked, peek);
  if ("reply" in outcome || !way.isDisproved(asked, outcome.failure.error)) return outcome;
  reportFailure?.(outcome.failure);
  const second = await attemptModel(model, way.requestWithoutValues(), peek);
  if ("reply" in second) way.noteDisproved();
  return second;
}

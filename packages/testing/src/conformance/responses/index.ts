import type { Check } from "../check.js";
import { basicsChecks } from "./basics.js";
import { connectionsChecks } from "./connections.js";
import { neighboursChecks } from "./neighbours.js";
import { openResponsesChecks } from "./open-responses.js";
import { repliesChecks } from "./replies.js";
import { stateChecks } from "./state.js";
import { streamsChecks } from "./streams.js";
import { toolsChecks } from "./tools.js";
import { turnsChecks } from "./turns.js";
import { validationChecks } from "./validation.js";

export { responsesUnobservable } from "./unobservable.js";

/** What can be asked of a server of the Responses format, by number of requirement. */
export const responsesChecks: readonly Check[] = [
  ...basicsChecks,
  ...validationChecks,
  ...turnsChecks,
  ...toolsChecks,
  ...repliesChecks,
  ...streamsChecks,
  ...stateChecks,
  ...neighboursChecks,
  ...connectionsChecks,
  ...openResponsesChecks,
].sort((one, other) => (one.id < other.id ? -1 : 1));

import type { Target } from "../target.js";
import { eventStreams } from "./event-streams.js";
import { jsonTexts } from "./json-texts.js";
import { requestBodies } from "./request-bodies.js";
import { translations } from "./translations.js";
import { upstreamReplies } from "./upstream-replies.js";
import { upstreamStreams } from "./upstream-streams.js";

/** Everything that is fuzzed, in the order in which it has its turns. */
export const targets: readonly Target[] = [
  requestBodies,
  upstreamReplies,
  upstreamStreams,
  translations,
  eventStreams,
  jsonTexts,
];

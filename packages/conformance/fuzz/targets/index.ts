import type { Target } from "../target.js";
import { connections } from "./connections.js";
import { eventStreams } from "./event-streams.js";
import { heads } from "./heads.js";
import { idempotencyHistories } from "./idempotency-histories.js";
import { jsonTexts } from "./json-texts.js";
import { ledgerHistories } from "./ledger-histories.js";
import { limitHistories } from "./limit-histories.js";
import { outboxHistories } from "./outbox-histories.js";
import { requestBodies } from "./request-bodies.js";
import { servedHistories } from "./served-histories.js";
import { translations } from "./translations.js";
import { upstreamReplies } from "./upstream-replies.js";
import { upstreamStreams } from "./upstream-streams.js";

/** Everything that is fuzzed, in the order in which it has its turns. */
export const targets: readonly Target[] = [
  requestBodies,
  heads,
  connections,
  upstreamReplies,
  upstreamStreams,
  translations,
  eventStreams,
  jsonTexts,
  ledgerHistories,
  idempotencyHistories,
  limitHistories,
  outboxHistories,
  servedHistories,
];

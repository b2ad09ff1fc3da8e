import { brokenAnswers } from "./broken-answers.js";
import { brokenChunks } from "./broken-chunks.js";
import { brokenCompletions } from "./broken-completions.js";
import { brokenErrors } from "./broken-errors.js";
import { brokenFragments } from "./broken-fragments.js";
import { brokenFrames } from "./broken-frames.js";
import { brokenReasoning } from "./broken-reasoning.js";
import { brokenRequests } from "./broken-requests.js";
import { brokenSeldom } from "./broken-seldom.js";
import type { BrokenServer } from "./broken-server.js";

/** Servers that differ from Diglot in one thing. */
export const brokenServers: readonly BrokenServer[] = [
  ...brokenRequests,
  ...brokenAnswers,
  ...brokenCompletions,
  ...brokenErrors,
  ...brokenChunks,
  ...brokenFrames,
  ...brokenFragments,
  ...brokenReasoning,
  ...brokenSeldom,
];

import { brokenAnswers } from "./broken-answers.js";
import { brokenChunks } from "./broken-chunks.js";
import { brokenErrors } from "./broken-errors.js";
import { brokenFragments } from "./broken-fragments.js";
import { brokenFrames } from "./broken-frames.js";
import { brokenRequests } from "./broken-requests.js";
import type { Server } from "./server.js";

/** A server with one defect, and the checks that must notice it. */
export type Broken = readonly [defect: string, noticedBy: string, server: () => Server];

/** Servers that differ from Diglot in one thing. */
export const brokenServers: readonly Broken[] = [
  ...brokenRequests,
  ...brokenAnswers,
  ...brokenErrors,
  ...brokenChunks,
  ...brokenFrames,
  ...brokenFragments,
];

import type { Server } from "./server.js";

/** A server with one defect, and the checks that must notice it. */
export type BrokenServer = readonly [defect: string, noticedBy: string, server: () => Server];

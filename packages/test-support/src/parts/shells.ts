import { findProgram } from "./find-program.js";
import { needs } from "./needs.js";

/** Options of tests that need a shell. */
export const needsBash = needs("bash", findProgram("bash"));
export const needsZsh = needs("zsh", findProgram("zsh"));
export const needsFish = needs("fish", findProgram("fish"));

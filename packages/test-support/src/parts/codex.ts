import { findTool } from "../../../../tools/find-tools.js";
import { needs } from "./needs.js";

/** The program of Codex; empty if it is not installed. */
export const codex: string = process.env.DIGLOT_CODEX || (findTool("codex") ?? "");

/** Options of tests that need Codex. */
export const needsCodex = needs("Codex", codex !== "");

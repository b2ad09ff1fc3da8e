import { findTool } from "../../../../tools/find-tools.js";
import { needs } from "./needs.js";

/** The program of Claude Code; empty if it is not installed. */
export const claudeCode: string = process.env.DIGLOT_CLAUDE_CODE || (findTool("claude-code") ?? "");

/** Options of tests that need Claude Code. */
export const needsClaudeCode = needs("Claude Code", claudeCode !== "");

import { Failure } from "../../terminal/failure.js";
import { type KnownTool, recognize } from "./recognize.js";

/** A tool that would not use the gateway. */
interface UnservableTool extends KnownTool {
  readonly name: string;
  readonly reason: string;
  readonly hint?: string;
}

/** Tools that ignore the variables of `diglot run`, and would go to their vendor with the user's own key. */
const unservable: readonly UnservableTool[] = [
  {
    name: "Gemini CLI",
    commands: ["gemini", "@google/gemini-cli"],
    reason: "It speaks only the Gemini API.",
    hint: "Qwen Code is made from it, and speaks Chat Completions.",
  },
  {
    name: "Cursor's agent",
    commands: ["cursor-agent"],
    reason: "It speaks only to Cursor's own servers.",
  },
];

/**
 * Refuses a tool that would go to its vendor while its user believes it is served here.
 * @throws Failure
 */
export function refuseUnservable(call: readonly string[]): void {
  const { tool } = recognize(call, unservable) ?? {};
  if (!tool) return;
  const { name, reason, hint } = tool;
  throw new Failure(`diglot run cannot serve ${name}, so it was not started. ${reason}`, { hint });
}

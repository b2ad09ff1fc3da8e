import { type Conversation, placeOf, type Tool } from "@diglot/core";
import type { PlannedCall } from "../speak.js";
import { exampleLimits } from "./example-room.js";
import { exampleValue } from "./example-value.js";
import { noExample } from "./no-example.js";

/** A text, and the calls that some of its lines ask for. */
export interface CallPlan {
  readonly calls: readonly PlannedCall[];
  /** The text without those lines. */
  readonly rest: string;
}

type FunctionTool = Extract<Tool, { type: "function" }>;

/** Calls of one reply; further lines that ask for one are text like any other. */
const mostCalls = 128;

/**
 * The calls to make for a text. A line `call NAME {"json":true}` asks for one if the caller offers
 * that tool; without JSON the arguments are made from the tool's schema. If the caller demands a
 * call and no line asks for one, the tool demanded (or the first one) is called once.
 * @throws ServiceError `bad_request` for a tool to whose schema no example of a limited size fits
 */
export function planCalls(conversation: Conversation, text: string): CallPlan {
  const tools = callableTools(conversation);
  const asked = readCallLines(tools, text);
  const { calls, rest } = asked.calls.length > 0 ? asked : demandCall(conversation, tools, text);
  return { calls: conversation.parallelToolCalls === false ? calls.slice(0, 1) : calls, rest };
}

/** The tools that may be called: none, the one demanded, or all functions offered. */
function callableTools({ tools, toolChoice }: Conversation): ReadonlyMap<string, FunctionTool> {
  if (toolChoice?.type === "none") return new Map();
  const functions = tools.filter((tool) => tool.type === "function");
  const wanted =
    toolChoice?.type === "tool"
      ? functions.filter((tool) => tool.name === toolChoice.name)
      : functions;
  return new Map(wanted.map((tool) => [tool.name, tool]));
}

/** Line after line, because all lines of a long text at once take several times its memory. */
function readCallLines(tools: ReadonlyMap<string, FunctionTool>, text: string): CallPlan {
  const calls: PlannedCall[] = [];
  if (tools.size === 0 || !text.includes("call")) return { calls, rest: text };
  const toExample = createExampleCalls();
  const kept: string[] = [];
  let keptTo = 0;
  for (let at = 0; at <= text.length && calls.length < mostCalls; ) {
    const end = endOfLine(text, at);
    const call = readCallLine(tools, text.slice(at, end), toExample);
    if (call) {
      calls.push(call);
      kept.push(text.slice(keptTo, at));
      keptTo = end + 1;
    }
    at = end + 1;
  }
  if (calls.length === 0) return { calls, rest: text };
  kept.push(text.slice(keptTo));
  return { calls, rest: joinKept(kept, keptTo > text.length) };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** What is left of a text. The line end before a last line that was taken goes with it. */
function joinKept(kept: readonly string[], wasLastTaken: boolean): string {
  const rest = kept.join("");
  if (rest.trim() === "") return "";
  return wasLastTaken ? rest.slice(0, -1) : rest;
}

/** Calls with examples for arguments, as long as all of them together are no longer than one may be. */
function createExampleCalls(): (tool: FunctionTool) => PlannedCall | undefined {
  const made = new Map<FunctionTool, PlannedCall>();
  let left: number = exampleLimits.characters;
  return (tool) => {
    const call = made.get(tool) ?? exampleCall(tool, "");
    made.set(tool, call);
    if (call.json.length > left) return undefined;
    left -= call.json.length;
    return call;
  };
}

function readCallLine(
  tools: ReadonlyMap<string, FunctionTool>,
  line: string,
  toExample: (tool: FunctionTool) => PlannedCall | undefined,
): PlannedCall | undefined {
  const [, name = "", json = ""] = /^call\s+(\S+)(.*)$/s.exec(line.trim()) ?? [];
  const tool = tools.get(name);
  if (!tool) return undefined;
  if (json.trim() === "") return toExample(tool);
  return isJsonObject(json) ? { name, json: json.trim() } : undefined;
}

/** A call that the caller demands takes the whole text as its arguments, so nothing else is said. */
function demandCall(
  { toolChoice }: Conversation,
  tools: ReadonlyMap<string, FunctionTool>,
  text: string,
): CallPlan {
  const [first] = tools.values();
  const isDemanded = toolChoice?.type === "any" || toolChoice?.type === "tool";
  if (!first || !isDemanded) return { calls: [], rest: text };
  return { calls: [exampleCall(first, text)], rest: "" };
}

/** A call whose arguments are always an object, whatever the schema says. */
function exampleCall(tool: FunctionTool, text: string): PlannedCall {
  const value = exampleValue({ ...tool.parameters, type: "object" }, text);
  if (value === undefined) throw noExample(placeOf(tool, "parameters"));
  return {
    name: tool.name,
    json: typeof value === "object" && value ? JSON.stringify(value) : "{}",
  };
}

function isJsonObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

import type { Call } from "../../fake/calls/call.js";
import { equals } from "../equals.js";
import { listRequests } from "../list-calls.js";
import { type MatchResult, toResult } from "../result.js";
import { readSubject, type Subject } from "../subject.js";
import { didYouMean } from "../text.js";

/** Whether some request offered a tool of that name; with a JSON Schema: one with exactly these parameters. */
export function toHaveReceivedTool(
  subject: Subject,
  name: string,
  parameters?: Readonly<Record<string, unknown>>,
): MatchResult {
  const received = readSubject(subject, "toHaveReceivedTool");
  const offered = received.calls.flatMap(toolsOf);
  const ofName = offered.filter((tool) => tool.name === name);
  const names = [...new Set(offered.map((tool) => tool.name))];
  const isWrong = ofName.length > 0 && parameters !== undefined;
  const values = isWrong
    ? { actual: ofName.at(-1)?.parameters, expected: parameters }
    : { actual: names, expected: [name] };
  return toResult(received, {
    pass: ofName.some((tool) => parameters === undefined || equals(tool.parameters, parameters)),
    phrase: `have received the tool ${JSON.stringify(name)}${parameters ? " with these parameters" : ""}`,
    found: () =>
      listRequests("The tools that were offered", received.calls, namesOf) +
      didYouMean(names, name),
    values,
  });
}

interface OfferedTool {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
}

function toolsOf({ conversation }: Call): readonly OfferedTool[] {
  return (conversation?.tools ?? []).map((tool) => ({
    name: tool.name ?? "",
    parameters: tool.type === "function" ? tool.parameters : undefined,
  }));
}

function namesOf(call: Call): string {
  const names = toolsOf(call).map((tool) => tool.name);
  return names.join(", ") || "none";
}

import type { ServiceError } from "../../../errors/service-error.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badRequest } from "../validate/problem.js";

const leastTopP = 0.95;

/** What thinking requires of a sampling parameter: how it is said, and whether a request breaks it. */
const samplingRules: readonly (readonly [
  name: string,
  requirement: string,
  breaks: (request: MessagesRequest) => boolean,
])[] = [
  [
    "temperature",
    "may only be set to 1",
    ({ temperature }) => temperature != null && temperature !== 1,
  ],
  [
    "top_p",
    `must be greater than or equal to ${leastTopP} or unset`,
    ({ top_p }) => top_p != null && top_p < leastTopP,
  ],
  ["top_k", "must be unset", ({ top_k }) => top_k != null],
];

/** Thinking, manual or adaptive, and what it needs. The texts differ, as those of the models that know each. */
const modes: ReadonlyMap<string, string> = new Map([
  ["enabled", "when thinking is enabled"],
  ["adaptive", "when thinking is enabled or in adaptive mode"],
]);

const documentation =
  "Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking";

/** Thinking restricts sampling; manual thinking also allows no forced tool. */
export function findThinkingProblem(request: MessagesRequest): ServiceError | undefined {
  const type = request.thinking?.type ?? "";
  const mode = modes.get(type);
  const broken = mode && samplingRules.find(([, , breaks]) => breaks(request));
  if (broken) {
    const [name, requirement] = broken;
    return badRequest(`\`${name}\` ${requirement} ${mode}. ${documentation}`, name);
  }
  const choice = request.tool_choice?.type;
  if (type !== "enabled" || (choice !== "any" && choice !== "tool")) return undefined;
  return badRequest("Thinking may not be enabled when tool_choice forces tool use.", "tool_choice");
}

import type { ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badField } from "../validate/problem.js";
import { toBlocks } from "./turns.js";

/** The most calls without a result that an error names. */
const mostIds = 100;

/** A block and where it stands. */
interface Placed {
  readonly block: ContentBlockParam;
  readonly message: number;
  readonly position: number;
}

/** Consecutive messages of one role, which the wire treats as one turn. */
interface TurnGroup {
  readonly role: string;
  readonly blocks: Placed[];
}

/** Checks that tool calls and results match, turn by turn. */
export function findPairingProblem(request: MessagesRequest): ServiceError | undefined {
  const turns = groupTurns(request);
  return (
    findMisplaced(request) ??
    findDuplicateCall(turns) ??
    findInTurns(turns) ??
    findServerToolProblem(turns)
  );
}

/** Only the assistant may send calls, and only the user may send results. */
const speakers = [
  ["tool_use", "assistant"],
  ["tool_result", "user"],
] as const;

function findMisplaced({ messages }: MessagesRequest): ServiceError | undefined {
  for (const [index, message] of messages.entries()) {
    const types = new Set(toBlocks(message).map(({ type }) => type));
    const found = speakers.find(([type, role]) => types.has(type) && message.role !== role);
    if (found) {
      return badField(
        ["messages", index],
        `\`${found[0]}\` blocks can only be in \`${found[1]}\` messages`,
      );
    }
  }
  return undefined;
}

function groupTurns({ messages }: MessagesRequest): readonly TurnGroup[] {
  const turns: TurnGroup[] = [];
  for (const [index, message] of messages.entries()) {
    const placed = toBlocks(message).map((block, position) => ({
      block,
      message: index,
      position,
    }));
    const last = turns.at(-1);
    if (last?.role === message.role) last.blocks.push(...placed);
    else turns.push({ role: message.role, blocks: placed });
  }
  return turns;
}

/** Ids are unique within a message; a later message may use them again. */
function findDuplicateCall(turns: readonly TurnGroup[]): ServiceError | undefined {
  const seen = new Set<string>();
  for (const place of turns.flatMap(({ blocks }) => blocks)) {
    if (place.block.type !== "tool_use") continue;
    const call = `${place.message} ${place.block.id}`;
    if (seen.has(call)) return badField(toPath(place), "`tool_use` ids must be unique");
    seen.add(call);
  }
  return undefined;
}

function findInTurns(turns: readonly TurnGroup[]): ServiceError | undefined {
  for (const [index, turn] of turns.entries()) {
    const found =
      turn.role === "assistant"
        ? findUnanswered(turn, turns[index + 1])
        : findUnexpected(turn, turns[index - 1]);
    if (found) return found;
  }
  return undefined;
}

/** Only results at the start of the next turn count as answers. */
function findUnanswered(turn: TurnGroup, next: TurnGroup | undefined): ServiceError | undefined {
  const calls = turn.blocks.filter(({ block }) => block.type === "tool_use");
  const answered = next?.role === "user" ? leadingResults(next) : new Set();
  const open = calls.filter(({ block }) => !answered.has(block.id));
  const first = open[0];
  if (!first) return undefined;
  const ids = open
    .slice(0, mostIds)
    .map(({ block }) => String(block.id))
    .join(", ");
  return badField(
    ["messages", first.message],
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

function leadingResults({ blocks }: TurnGroup): ReadonlySet<unknown> {
  const end = blocks.findIndex(({ block }) => block.type !== "tool_result");
  const leading = end === -1 ? blocks : blocks.slice(0, end);
  return new Set(leading.map(({ block }) => block.tool_use_id));
}

function findUnexpected(turn: TurnGroup, previous: TurnGroup | undefined) {
  const calls = new Set(
    previous?.blocks.filter(({ block }) => block.type === "tool_use").map(({ block }) => block.id),
  );
  const seen = new Set<unknown>();
  for (const place of turn.blocks) {
    if (place.block.type !== "tool_result") continue;
    const id = place.block.tool_use_id;
    if (!calls.has(id)) return badField(toPath(place), toUnexpectedText(String(id)));
    if (seen.has(id)) {
      return badField(
        toPath(place),
        `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`,
      );
    }
    seen.add(id);
  }
  return undefined;
}

function toUnexpectedText(id: string): string {
  return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
}

/** Server tools: each result follows its call; only calls in a paused last turn may lack a result. */
function findServerToolProblem(turns: readonly TurnGroup[]): ServiceError | undefined {
  const open = new Map<unknown, Placed>();
  for (const place of turns.flatMap(({ blocks }) => blocks)) {
    const { type, id, tool_use_id } = place.block;
    if (type === "server_tool_use") open.set(id, place);
    if (!isServerResult(type)) continue;
    // It is not known whether the real service refuses an adviser's result without its call.
    if (!open.delete(tool_use_id) && type !== "advisor_tool_result") {
      return badField(
        toPath(place),
        `unexpected \`tool_use_id\` found in \`${type}\` blocks: ${String(tool_use_id)}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`,
      );
    }
  }
  const paused = new Set(turns.at(-1)?.blocks);
  const left = [...open.values()].find((place) => !paused.has(place));
  if (!left || isResumable(left, turns)) return undefined;
  const { name, id } = left.block;
  return badField(
    toPath(left),
    `\`${String(name)}\` tool use with id \`${String(id)}\` was found without a corresponding \`${String(name)}_tool_result\` block`,
  );
}

/** A turn that also calls the caller's tools waits for their results; then its server tools go on. */
function isResumable(place: Placed, turns: readonly TurnGroup[]): boolean {
  const turn = turns.at(-2);
  return (
    turn?.blocks.includes(place) === true &&
    turn.blocks.some(({ block }) => block.type === "tool_use")
  );
}

function isServerResult(type: string): boolean {
  return type.endsWith("_tool_result") && type !== "mcp_tool_result";
}

function toPath({ message, position }: Placed): readonly (string | number)[] {
  return ["messages", message, "content", position];
}

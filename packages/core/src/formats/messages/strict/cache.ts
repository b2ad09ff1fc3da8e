import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badField, badRequest, toChoiceText, toTagText } from "../validate/problem.js";
import { findExtraMember } from "./fields.js";

const maxCacheControls = 4;
const cacheControlFields: ReadonlySet<string> = new Set(["type", "ttl"]);
const lifetimes = ["5m", "1h"];

interface CacheControl {
  readonly path: FieldPath;
  /** The path including the tags of unions, as schema errors write it. */
  readonly tagged: FieldPath;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Checks cache control: its form, the text it is on, how many there are and their lifetimes. */
export function findCacheProblem(request: MessagesRequest): ServiceError | undefined {
  const empty = findCacheControlOnEmptyText(request);
  if (empty) return empty;
  const cacheControls = collectCacheControl(request);
  for (const cacheControl of cacheControls) {
    const found = findCacheControlProblem(cacheControl);
    if (found) return found;
  }
  const count = cacheControls.length + (request.cache_control == null ? 0 : 1);
  if (count > maxCacheControls) {
    return badRequest(
      `A maximum of ${maxCacheControls} blocks with cache_control may be provided. Found ${count}.`,
    );
  }
  const whole = toCacheControl(request, []);
  const problem = whole.map(findCacheControlProblem).find((found) => found !== undefined);
  return (
    problem ??
    findContradiction(request, cacheControls, whole[0]) ??
    findOrderProblem([...cacheControls, ...whole])
  );
}

/** Cache control of the whole request applies to the last block and must agree with the block's own. */
function findContradiction(
  { messages }: MessagesRequest,
  cacheControls: readonly CacheControl[],
  whole: CacheControl | undefined,
): ServiceError | undefined {
  const own = cacheControls.at(-1);
  const index = messages.length - 1;
  const content = messages[index]?.content;
  const last = Array.isArray(content) ? ["messages", index, "content", content.length - 1] : [];
  if (!own || !whole || own.path.slice(0, -1).join() !== last.join()) return undefined;
  if ((own.value.ttl ?? "5m") === (whole.value.ttl ?? "5m")) return undefined;
  return badField(
    ["cache_control", "ttl"],
    `the top-level ttl contradicts the one at ${own.path.join(".")}`,
  );
}

function findCacheControlProblem({ tagged: path, value }: CacheControl): ServiceError | undefined {
  if (value.type !== "ephemeral") return badField(path, toTagText(value.type, ["ephemeral"]));
  const tagged = [...path, "ephemeral"];
  if (value.ttl != null && !lifetimes.includes(String(value.ttl))) {
    return badField([...tagged, "ttl"], toChoiceText(lifetimes));
  }
  return findExtraMember(value, cacheControlFields, tagged);
}

/** In the order of the prompt: tools, system, messages. */
function collectCacheControl(request: MessagesRequest): readonly CacheControl[] {
  return [
    ...(request.tools ?? []).flatMap((tool, index) =>
      toCacheControl(tool, ["tools", index], ["tools", index, tool.type ?? "custom"]),
    ),
    ...collectFromSystem(request.system),
    ...request.messages.flatMap((message, index) => [
      ...collectFrom(message.content, ["messages", index, "content"]),
      ...toCacheControl(message, ["messages", index]),
    ]),
  ];
}

/** Instructions contain only text blocks, so their paths name no type. */
function collectFromSystem(system: unknown): readonly CacheControl[] {
  if (!Array.isArray(system)) return [];
  return system.flatMap((block: ContentBlockParam, index) =>
    toCacheControl(block, ["system", index]),
  );
}

function collectFrom(
  content: unknown,
  path: FieldPath,
  tagged: FieldPath = path,
): readonly CacheControl[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: ContentBlockParam, index) => {
    const at = [...path, index];
    const tag = [...tagged, index, block.type];
    const inside =
      block.type === "tool_result"
        ? collectFrom(block.content, [...at, "content"], [...tag, "content"])
        : [];
    return [...inside, ...toCacheControl(block, at, tag)];
  });
}

function toCacheControl(
  carrier: Readonly<Record<string, unknown>>,
  path: FieldPath,
  tagged: FieldPath = path,
): readonly CacheControl[] {
  const value = carrier.cache_control;
  if (typeof value !== "object" || value === null) return [];
  return [
    {
      path: [...path, "cache_control"],
      tagged: [...tagged, "cache_control"],
      value: value as CacheControl["value"],
    },
  ];
}

function findOrderProblem(cacheControls: readonly CacheControl[]): ServiceError | undefined {
  const firstShort = cacheControls.findIndex(({ value }) => value.ttl !== "1h");
  const late = cacheControls.find(({ value }, index) => index > firstShort && value.ttl === "1h");
  if (firstShort === -1 || !late) return undefined;
  return badField(
    [...late.path, "ttl"],
    "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
  );
}

function findCacheControlOnEmptyText({ messages }: MessagesRequest): ServiceError | undefined {
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    const position = content.findIndex(
      (block: ContentBlockParam) =>
        block.type === "text" && block.text === "" && block.cache_control != null,
    );
    if (position !== -1) {
      return badField(
        ["messages", index, "content", position, "text"],
        "cache_control cannot be set for empty text blocks",
      );
    }
  }
  return undefined;
}

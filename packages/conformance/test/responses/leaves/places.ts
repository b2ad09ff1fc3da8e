import { type FieldPath, toPointer } from "@diglot/core/formats";

type Members = Readonly<Record<string, unknown>>;

/**
 * The place of a member of a response, as receipts write it: they count blocks, of which a message has one
 * for each of its parts, and every other item is one.
 */
export function placeInResponse(response: object, path: FieldPath): string {
  const { output } = response as { readonly output: readonly Members[] };
  const [first, item, second, part, third] = path;
  if (first !== "output" || typeof item !== "number") return toPointer(path);
  const isPart = second === "content" && typeof part === "number";
  const block = output.slice(0, item).reduce((sum, { content }) => sum + sizeOf(content), 0);
  const at = ["content", block + (isPart ? part : 0)];
  if (isPart) return toPointer(third === "annotations" ? [...at, "citations"] : at);
  return toPointer(second === "phase" ? path : at);
}

function sizeOf(content: unknown): number {
  return Array.isArray(content) ? content.length : 1;
}

/** The place of a member of a stream's events in the whole response, written in the same way. */
export function placeInEvents(
  response: object,
  events: readonly Members[],
  [position, ...path]: FieldPath,
): string {
  const event = events[Number(position)] ?? {};
  if (path[0] === "response") return placeInResponse(response, path.slice(1));
  const item = ["output", Number(event.output_index)];
  if (path[0] === "item") return placeInResponse(response, [...item, ...path.slice(1)]);
  if (typeof event.content_index !== "number") return placeInResponse(response, item);
  const part = [...item, "content", event.content_index];
  const inner = path[0] === "part" ? path.slice(1) : path;
  const member = path[0] === "annotation" ? ["annotations"] : inner;
  return placeInResponse(response, [...part, ...member]);
}

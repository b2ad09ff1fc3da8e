import { findPlaces } from "../json/body-places.js";
import { BodyText, holdsChangeable } from "../json/changeable.js";
import { toPointer } from "../json/pointer.js";
import { readSpelling, respell, type Spelling, type Spellings } from "../json/spelling.js";
import type { JsonObject } from "../json/value.js";
import { endsStep, type Steps } from "../runtime/steps.js";
import type { Conversation, Tool } from "./conversation.js";
import { placeOf } from "./places.js";

/**
 * A conversation with the spellings of all JSON in it that is carried as it is. The body is searched
 * only if its values hold something that parsing can have changed.
 * @param reading the steps that read the conversation
 * @param bytes the body from which it is read, unless JavaScript writes all of it as it was
 */
export function* withSpellings(
  reading: Steps<Conversation>,
  bytes: Uint8Array | undefined,
): Steps<Conversation> {
  const conversation = yield* reading;
  if (!bytes || !carriesChangeable(conversation)) return conversation;
  if (!(yield* new BodyText(bytes).mayChange())) return conversation;
  const spellings = yield* readSpellings(placesOf(conversation), bytes);
  return spellings.size > 0 ? { ...conversation, spellings } : conversation;
}

function carriesChangeable({ tools, output, extensions }: Conversation): boolean {
  for (const tool of tools) {
    if (tool.type === "native") continue;
    if (holdsChangeable(tool.parameters) || holdsChangeable(tool.extra)) return true;
  }
  return holdsChangeable(output) || holdsChangeable(extensions);
}

function* readSpellings(places: readonly string[], bytes: Uint8Array): Steps<Spellings> {
  const found = yield* findPlaces(bytes);
  const spellings = new Map<string, Spelling>();
  for (const [index, place] of places.entries()) {
    const start = found.startOf(place);
    const spelling = start === undefined ? undefined : yield* readSpelling(bytes, start);
    if (spelling) spellings.set(place, spelling);
    if (endsStep(index)) yield;
  }
  return spellings;
}

/** The places of all that is carried as it is, whatever it holds. */
function placesOf(conversation: Conversation): readonly string[] {
  const { tools, output, extensions } = conversation;
  return [
    ...tools.flatMap(placesOfTool),
    ...Object.keys(extensions).map((name) => toPointer([name])),
    ...(output?.type === "json_schema" ? [placeOf(conversation, "output.schema")] : []),
  ];
}

function placesOfTool(tool: Tool): readonly string[] {
  if (tool.type === "native") return [];
  return ["parameters", ...Object.keys(tool.extra ?? {})].map((name) => placeOf(tool, name));
}

/** The spelling of a value of a conversation. @param member the name of the value, or a path to it */
export function spellingOf(conversation: Conversation, member: string): Spelling | undefined {
  return conversation.spellings?.get(placeOf(conversation, member));
}

/** A body with the spelling of the members that it took from the extensions of a conversation. */
export function respellExtensions(
  body: JsonObject,
  extensions: JsonObject,
  spellings: Spellings,
): JsonObject {
  const spelled = Object.keys(extensions)
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => [name, respell(body[name], spellings.get(toPointer([name])))]);
  return { ...body, ...Object.fromEntries(spelled) };
}

import { isObject, toObject } from "../../json/value.js";

/**
 * What a price list accepts besides what costs the plain price: by the name of a member, what all prices
 * are multiplied by, for each value of it or for any. In a list, such as `tools`, each item has a value:
 * its text or its `type`, without the date at its end.
 */
export type AcceptedMembers = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** What the price list of a model says about one request, and what the request asks for. */
export interface Pricing {
  readonly accepts: AcceptedMembers | undefined;
  /** Whether the list has prices for long contexts. */
  readonly longContext: boolean;
  /** The place of the first sound in the request, as a JSON pointer. */
  readonly audioAt?: string | undefined;
  /** The factors that the request asks for, by the member; noted while its members are judged. */
  asked?: Readonly<Record<string, number>> | undefined;
}

/** Whether one value of a member costs the plain price; `undefined`: the value has no word. */
type IsPlain = (word: string | undefined) => boolean;

/** Members that cost more whatever they say; null, false and an empty list ask for nothing. */
const neverPlain = [
  "audio",
  "compaction",
  "container",
  "datasources",
  "enablesearch",
  "fallbacks",
  "mcpservers",
  "models",
  "plugins",
  "prediction",
  "preset",
  "provider",
  "route",
  "searchparameters",
  "thread",
  "websearchoptions",
];

/** Tools that the caller runs. All others run at the upstream, for a fee or with input of their own. */
const callerTools = [
  "custom",
  "function",
  "bash",
  "text_editor",
  "memory",
  "computer",
  "computer_toolset",
  "browser_toolset",
];

/**
 * The members that change the price at a vendor or at a gateway, with their values at the plain price.
 * They are in the form of `foldName`, since some servers read a name in any case. A tier of `auto` is
 * plain: it is what both vendors do without the member.
 */
const pricedMembers: ReadonlyMap<string, IsPlain> = /* @__PURE__ */ new Map<string, IsPlain>([
  ["servicetier", among("auto", "default", "standard", "standard_only")],
  ["speed", among("standard")],
  ["inferencegeo", among("global", "not_available")],
  ["modalities", among("text")],
  ["tools", among(...callerTools)],
  // Compaction is a further reply, which the counts of the usage leave out.
  ["contextmanagement", (word) => word?.startsWith("clear_") === true],
  ...neverPlain.map((name): [string, IsPlain] => [name, never]),
]);

/** Features that a header asks for and that change the price without a member of the body. */
const pricedBetas = ["context-1m", "inline-tools"];

function among(...words: readonly string[]): IsPlain {
  const plain: ReadonlySet<string | undefined> = new Set(words);
  return (word) => plain.has(word);
}

function never(): boolean {
  return false;
}

/** A name as the most generous reader compares it: without case, and without what separates words. */
export function foldName(name: string): string {
  // Some letters beyond ASCII have a letter of ASCII as their upper or their lower case.
  return name.toUpperCase().toLowerCase().replace(/[_-]/g, "");
}

/**
 * What a member multiplies all prices by; `undefined` if the price list cannot price it.
 * @param folded its name in the form of `foldName`
 * @param isCostly whether it changes the price at this upstream, whatever the table says
 */
export function factorOfMember(
  { name, folded, value }: { name: string; folded: string; value: unknown },
  accepts: AcceptedMembers | undefined,
  isCostly: boolean,
): number | undefined {
  const isPlain = isCostly ? never : pricedMembers.get(folded);
  const accepted = acceptedOf(accepts, name);
  if (!isPlain && accepted === undefined) return 1;
  return factorOfItems(itemsOf(value), accepted, isPlain ?? never);
}

/** What the features of a header multiply all prices by; `undefined` if one cannot be priced. */
export function factorOfBetas(
  betas: readonly unknown[],
  { accepts, longContext }: Pricing,
): number | undefined {
  const isPlain: IsPlain = (word = "") =>
    !pricedBetas.includes(word) || (longContext && word === "context-1m");
  return factorOfItems(betas, acceptedOf(accepts, "anthropic-beta"), isPlain);
}

/** What an upstream says it has billed multiplies all prices by; `undefined` if it does not say. */
export function factorOfReply(
  name: string,
  word: unknown,
  accepts: AcceptedMembers,
): number | undefined {
  if (typeof word !== "string") return undefined;
  const isPlain = pricedMembers.get(foldName(name)) ?? never;
  return factorOfWord(word, acceptedOf(accepts, name), isPlain);
}

function acceptedOf(accepts: AcceptedMembers | undefined, name: string) {
  return accepts && Object.hasOwn(accepts, name) ? accepts[name] : undefined;
}

/** Each value counts once, however often it is listed. */
function factorOfItems(
  items: readonly unknown[],
  accepted: AcceptedMembers[string] | undefined,
  isPlain: IsPlain,
): number | undefined {
  let product: number | undefined = 1;
  const seen = new Set<string | undefined>();
  for (const item of items) {
    const word = wordOf(item);
    if (accepted === undefined && isPlain(word)) continue;
    if (seen.has(word)) continue;
    seen.add(word);
    const factor = factorOfWord(word, accepted, isPlain);
    if (factor === undefined) return undefined;
    product *= factor;
  }
  return product;
}

function factorOfWord(
  word: string | undefined,
  accepted: AcceptedMembers[string] | undefined,
  isPlain: IsPlain,
): number | undefined {
  if (typeof accepted === "object" && word !== undefined && Object.hasOwn(accepted, word)) {
    return accepted[word];
  }
  if (isPlain(word)) return 1;
  return typeof accepted === "number" ? accepted : undefined;
}

/** What a member asks for: the items of a list, and the edits of a context. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined || value === false) return [];
  const { edits } = toObject(value);
  return Array.isArray(edits) ? edits : [value];
}

/** A date at the end of the name of a tool or of a feature. */
const date = /[_-]\d{4}-?\d{2}-?\d{2}$/;

/** A tool without a type is the caller's if it has a name or is a function. */
function wordOf(item: unknown): string | undefined {
  const { type, name, function: defined } = toObject(item);
  const word = typeof item === "string" ? item : type;
  if (typeof word === "string") return word.replace(date, "");
  const isNamed = typeof name === "string" || isObject(defined);
  return isNamed && (word === undefined || word === null) ? "custom" : undefined;
}

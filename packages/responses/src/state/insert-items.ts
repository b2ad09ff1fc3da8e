import {
  applyEdits,
  type Edit,
  elementsOf,
  membersOf,
  type Span,
  setMember,
} from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";

/** What is put into the input of a request. */
export interface Insertion {
  /** The items before those of the request; absent if it continues nothing. */
  readonly earlier: readonly InputItem[] | undefined;
  /** Items in the place of others, by their index in the request. */
  readonly replaced: ReadonlyMap<number, InputItem>;
}

const openBracket = 0x5b;

/**
 * The JSON text of a request with what it refers to in its place. All other bytes stay, so that an upstream
 * of the same format gets what the caller has written.
 */
export function insertItems(bytes: Uint8Array, { earlier, replaced }: Insertion): Uint8Array {
  const members = membersOf(bytes);
  const input = members.findLast(({ name }) => name === "input");
  if (!input) return bytes;
  const added = (earlier ?? []).map((item) => JSON.stringify(item)).join(",");
  return applyEdits(bytes, [
    ...(earlier ? setMember(members, "previous_response_id", "null") : []),
    ...(bytes[input.value.start] === openBracket
      ? editList(elementsOf(bytes, input.value.start), input.value, added, replaced)
      : editText(input.value, added)),
  ]);
}

function editList(
  elements: readonly Span[],
  { start }: Span,
  added: string,
  replaced: Insertion["replaced"],
): readonly Edit[] {
  const isBetween = added !== "" && elements.length > 0;
  const first = { start: start + 1, end: start + 1, text: isBetween ? `${added},` : added };
  const others = [...replaced].map(([index, item]) => ({
    ...(elements[index] as Span),
    text: JSON.stringify(item),
  }));
  return [first, ...others];
}

/** A text becomes the message that it stands for; an empty one says nothing. */
function editText({ start, end }: Span, added: string): readonly Edit[] {
  if (end - start === '""'.length) return [{ start, end, text: `[${added}]` }];
  const opening = '{"type":"message","role":"user","content":';
  const before = added === "" ? added : `${added},`;
  return [
    { start, end: start, text: `[${before}${opening}` },
    { start: end, end, text: "}]" },
  ];
}

import { madeElsewhere } from "../../../conversation/receipt/request-rules.js";
import { toPointer } from "../../../json/pointer.js";
import {
  type Edit,
  elementsOf,
  type Member,
  membersOf,
  removeElements,
  type Span,
} from "../../../json/spans.js";
import { toObject } from "../../../json/value.js";
import type { RelayEdits } from "../../upstream-format.js";
import { carriers, proofOf } from "../wire/reasoning-details.js";

/** What is known of the proofs of a body. */
interface Judge extends Pick<RelayEdits, "receipt"> {
  readonly isForeign: NonNullable<RelayEdits["isForeign"]>;
}

/** Removes entries of reasoning that another upstream has proven; the text beside them stays. */
export function dropProofs(
  bytes: Uint8Array,
  members: readonly Member[],
  messages: unknown,
  judge: Judge,
): readonly Edit[] {
  if (!Array.isArray(messages)) return [];
  const span = members.findLast(({ name }) => name === "messages")?.value;
  const elements = span ? elementsOf(bytes, span.start) : [];
  return elements.flatMap((element, index) =>
    carriers.flatMap((name) =>
      editEntries(bytes, element, [index, name, toObject(messages[index])[name]], judge),
    ),
  );
}

function editEntries(
  bytes: Uint8Array,
  message: Span,
  [index, name, entries]: readonly [index: number, name: string, entries: unknown],
  { isForeign, receipt }: Judge,
): readonly Edit[] {
  if (!Array.isArray(entries)) return [];
  const isLeftOut = (position: number) => isForeign(proofOf(entries[position]) ?? "");
  const left = [...entries.keys()].filter(isLeftOut);
  for (const position of left) {
    receipt.apply(madeElsewhere, toPointer(["messages", index, name, position]));
  }
  const value = membersOf(bytes, message.start).findLast((member) => member.name === name)?.value;
  return value && left.length > 0 ? removeElements(elementsOf(bytes, value.start), isLeftOut) : [];
}

import fc from "fast-check";
import { byteChange, changeBytes, toByteText } from "./bytes.js";
import { changeJson, jsonChange } from "./json.js";

/**
 * JSON texts, a character for each byte, that were made by changing documents: their members and
 * elements, then their names so that some occur twice, then their bytes.
 */
export function changedDocument(
  documents: fc.Arbitrary<unknown>,
  others: readonly unknown[],
): fc.Arbitrary<string> {
  return fc
    .tuple(
      documents,
      // Most texts have only one or two faults, as a text with many is soon refused.
      fc.array(jsonChange(others), { maxLength: 2 }),
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.tuple(fc.nat({ max: 1_000 }))),
      fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(byteChange, { maxLength: 2 })),
    )
    .map(([document, jsonChanges, doubled, byteChanges]) => {
      const text = JSON.stringify(jsonChanges.reduce(changeJson, document)) ?? "null";
      return byteChanges.reduce(changeBytes, toByteText(doubled.reduce(doubleMember, text)));
    });
}

/** Writes a scalar member of a JSON text twice. */
function doubleMember(text: string, at: number): string {
  const members = [...text.matchAll(/"\w+":(?:"[^"\\]*"|\d+|true|false|null)(?=[,}])/g)];
  const member = members[at % Math.max(1, members.length)];
  if (!member) return text;
  const [entry] = member;
  const other = entry.replace(/:.*/s, at % 2 ? ":1" : ':"other"');
  return `${text.slice(0, member.index)}${other},${text.slice(member.index)}`;
}

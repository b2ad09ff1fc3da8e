import { type FieldRow, type Rule, rulesOf } from "@diglot/core/translation";
import { nativeFields, unknownField } from "../native/fields.js";
import { hostedToolRules, itemRules } from "../native/rules.js";
import { bodyFields, itemFields, toolFields } from "./neutral-fields.js";

/** The places of tools: in the body, in an item that declares further ones, and in namespaces of both. */
const toolPlaces = ["tools", "tools.tools", "input.tools", "input.tools.tools"];

const noOp = (reason: string): readonly Rule[] => [{ outcome: "no_op", reason }];
const onlyAtVendor = (reason: string): readonly Rule[] => [{ outcome: "refused", reason }];
const servedHere = noOp("The service does it itself for every model.");

const namespaces: Rule = {
  outcome: "reshaped",
  to: "tools",
  reason:
    "Its tools become functions named `<namespace>__<name>`; the caller still sees its own names.",
};

/** The members of the body that the service itself acts on, or refuses for every model. */
const servedFields: readonly FieldRow[] = [
  { field: "stream", native: servedHere },
  {
    field: "stream_options.include_obfuscation",
    native: noOp("It controls padding, which only the strict profile adds."),
  },
  { field: "store", native: noOp("The service keeps the reply itself, if it has a store.") },
  {
    field: "background",
    native: [
      ...onlyAtVendor("The service does not answer in the background."),
      ...noOp("`false` is what happens anyway."),
    ],
  },
  { field: "conversation", native: onlyAtVendor("The service keeps no conversations.") },
  { field: "prompt", native: onlyAtVendor("The service keeps no prompts.") },
];

/** The members of items and tools that name what they are, or have a rule for the whole. */
const kindFields: readonly FieldRow[] = [
  {
    field: "input.id",
    native: noOp("With a store, it may stand for an item of an earlier reply."),
  },
  { field: "input.status", native: noOp("An item of the input is complete.") },
  { field: "input.type", native: Object.values(itemRules) },
  { field: "input.content.type", native: [itemRules.notTaken] },
  { field: "input.output.type", native: [itemRules.notTaken] },
  ...toolPlaces.flatMap((place) => [
    { field: `${place}.type`, native: [hostedToolRules.leftOut, hostedToolRules.tool, namespaces] },
    { field: `${place}.*`, native: rulesOf(unknownField) },
  ]),
  { field: "tools.tools", native: [namespaces] },
  { field: "input.tools.tools", native: [namespaces] },
  { field: "tool_choice.type", native: [hostedToolRules.forced, hostedToolRules.choice] },
];

/** The fields that only this format knows. A namespace has no further namespaces in it. */
const nativeRows: readonly FieldRow[] = [...nativeFields].map(([field, native]) => ({
  field,
  native: rulesOf(native),
}));

/** Why a member that has a neutral field may also be refused or left out. */
const beforeNative: Readonly<Record<string, readonly Rule[]>> = {
  previous_response_id: noOp("With a store, the items of the earlier reply come before the input."),
  include: noOp("The service adds the sealed reasoning to every reply that has some."),
};

const neutralRows: readonly FieldRow[] = [
  ...bodyFields,
  ...itemFields,
  ...toolPlaces.flatMap((place) =>
    toolFields.map(([member, neutralField]) => [`${place}.${member}`, neutralField] as const),
  ),
].map(([field, neutralField]) => ({ field, neutralField }));

/** Every field of a request in this format, and its neutral field. */
export const requestFields: readonly FieldRow[] = mergeRows([
  ...neutralRows,
  ...servedFields,
  ...kindFields,
  ...Object.entries(beforeNative).map(([field, native]) => ({ field, native })),
  ...nativeRows,
  { field: "input.*", native: rulesOf(unknownField) },
  { field: "input.content.*", native: rulesOf(unknownField) },
  { field: "input.reasoning.*", native: rulesOf(unknownField) },
  { field: "input.text.*", native: rulesOf(unknownField) },
  { field: "input.output.*", native: rulesOf(unknownField) },
  { field: "*", native: rulesOf(unknownField) },
]);

/** One row for each field, with the rules of all its rows. */
function mergeRows(rows: readonly FieldRow[]): readonly FieldRow[] {
  const merged = new Map<string, FieldRow>();
  for (const row of rows) {
    const known = merged.get(row.field);
    const native = [...(known?.native ?? []), ...(row.native ?? [])];
    merged.set(row.field, { ...row, ...known, ...(native.length > 0 && { native }) });
  }
  return [...merged.values()];
}

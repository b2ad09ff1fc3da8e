// Says in plain words what values a type has.
import ts from "typescript";

/** Types that are said in words, wherever they are declared. */
const known = {
  Uint8Array: "bytes",
  JsonObject: "JSON object",
  HeaderList: "list of pairs of name and value",
  Conversation: "[neutral conversation](../concepts.md)",
  ConversationEvent: "[neutral event](../concepts.md)",
  ChoiceEvent: "neutral event of one of several choices",
};

const keywords = new Map([
  [ts.SyntaxKind.StringKeyword, "text"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.BooleanKeyword, "true or false"],
  [ts.SyntaxKind.UnknownKeyword, "anything"],
]);

/** @param {(reference: ts.TypeReferenceNode) => string | undefined} link leads to the section of a type */
export function toWords(type, link) {
  const say = (inner) => toWords(inner, link);
  if (keywords.has(type.kind)) return keywords.get(type.kind);
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return say(type.type);
  if (ts.isLiteralTypeNode(type)) return toCode(type.getText().replaceAll('"', ""));
  if (ts.isArrayTypeNode(type)) return `list of ${say(type.elementType)}`;
  if (ts.isUnionTypeNode(type)) return toChoice(type.types.filter(isValue).map(say));
  if (ts.isIntersectionTypeNode(type)) return type.types.map(say).join(" with ");
  if (ts.isTypeReferenceNode(type)) return sayReference(type, say, link);
  if (ts.isTypeLiteralNode(type))
    return `object with ${type.members.map((m) => sayMember(m, say)).join(", ")}`;
  if (ts.isFunctionTypeNode(type)) return sayFunction(type, say);
  if (ts.isTupleTypeNode(type)) return `pair of ${type.elements.map(sayElement).join(" and ")}`;
  if (ts.isMappedTypeNode(type)) return sayMapped(type, say);
  return toCode(type.getText().replace(/\s+/g, " "));
}

function sayFunction({ type }, say) {
  if (type.kind === ts.SyntaxKind.VoidKeyword) return "function";
  const result = say(type);
  const isCounted = !/^(?:a |anything|text|true or false)/.test(result);
  return `function that returns ${isCounted ? "a " : ""}${result}`;
}

function sayElement(element) {
  return toCode(ts.isNamedTupleMember(element) ? element.name.getText() : element.getText());
}

function sayPromise(type, say) {
  return type.kind === ts.SyntaxKind.VoidKeyword ? "a promise" : `a promise of ${say(type)}`;
}

function sayReference(type, say, link) {
  const name = type.typeName.getText();
  const [first, second] = type.typeArguments ?? [];
  if (name === "Readonly") return say(first);
  if (name === "Promise") return sayPromise(first, say);
  if (name === "Record") return `for each ${say(first)}: ${say(second)}`;
  if (name === "Omit") return `${say(first)} without ${say(second)}`;
  return known[name] ?? link(type) ?? toCode(type.getText());
}

/** A member with its value. */
export function sayMember(member, say) {
  return `${toCode(member.name.getText())}: ${sayValue(member, say)}`;
}

/** The value of a member, and whether there may be none. */
export function sayValue({ type, questionToken }, say) {
  const hasNone = ts.isUnionTypeNode(type) && !type.types.every(isValue);
  return questionToken || hasNone ? `${say(type)}, or absent` : say(type);
}

/** An object with the members of another one, whose values may be something else. */
function sayMapped({ typeParameter, type }, say) {
  const { constraint } = typeParameter;
  const others = type.types.filter((part) => !ts.isIndexedAccessTypeNode(part)).map(say);
  return `the members of ${say(constraint.type)}, each with its value or ${toChoice(others)}`;
}

function isValue(type) {
  return type.kind !== ts.SyntaxKind.UndefinedKeyword;
}

/** Several words, of which one applies. */
export function toChoice(words) {
  const [last] = words.slice(-1);
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** A name as code. */
export function toCode(text) {
  return `\`${text}\``;
}

/** A row of a table. */
export function toRow(...cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

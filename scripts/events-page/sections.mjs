// Makes a section of each type, and finds the types that it leads to.
import ts from "typescript";
import { docOf, firstSentence, openTypes, partsOf } from "../types-page/declarations.mjs";
import { createMembers, isExported, isPartial } from "../types-page/members.mjs";
import { toRow as row, sayMember, sayValue, toCode, toWords } from "../types-page/plain-words.mjs";

/** Sections in the order in which the page's types are reached. */
export function createSections(files) {
  const types = openTypes(files);
  const { flatten, flattenDeclaration } = createMembers(types, isExported);
  const reached = new Map();

  function link(reference) {
    const declaration = types.follow(reference.typeName);
    if (!declaration) return undefined;
    const name = declaration.name.text;
    reached.set(name, declaration);
    return `[${toCode(name)}](#${name.toLowerCase()})`;
  }

  const say = (type) => toWords(type, link);

  function sayBase(base) {
    if (isPartial(base)) return `${sayBase(base.typeArguments[0])}, as far as they are known,`;
    if (ts.isTypeReferenceNode(base)) return say(base);
    return link({ typeName: base.expression });
  }

  /** The doc comment of a member, or else the first sentence of its type's. */
  function meaningOf(member) {
    const named = [member.type, ...(member.type.types ?? [])].find(ts.isTypeReferenceNode);
    const type = named && types.follow(named.typeName);
    return docOf(member) || (type ? firstSentence(docOf(type)) : "");
  }

  /** A table of an object's members. */
  function table({ members, bases }) {
    const rows = members.map((member) => {
      return row(toCode(member.name.getText()), sayValue(member, say), meaningOf(member));
    });
    const all =
      bases.length > 0 ? [`All members of ${bases.map(sayBase).join(" and ")}, and:`, ""] : [];
    return [...all, "| Member | Value | Meaning |", "|---|---|---|", ...rows, ""];
  }

  /** A table of objects that differ in the member `key`, one row for each. */
  function alternatives(union, key) {
    const rows = partsOf(union).map(({ type, doc }) => {
      const { members, bases } = flatten(type);
      const named = members.find((member) => member.name.getText() === key);
      const others = members.filter((member) => member !== named);
      const cells = others.map((member) => sayMember(member, say));
      const all = bases.map((base) => `all members of ${sayBase(base)}`);
      return row(say(named.type), [...cells, ...all].join("; "), doc);
    });
    return [`| ${toCode(key)} | Other members | Meaning |`, "|---|---|---|", ...rows, ""];
  }

  function words(declaration, values) {
    const parts = ts.isUnionTypeNode(declaration.type) ? partsOf(declaration.type) : [];
    if (parts.every(({ doc }) => doc === ""))
      return [`One of ${values.map(toCode).join(", ")}.`, ""];
    const rows = parts.map(({ type, doc }) => row(say(type), doc));
    return ["| Value | Meaning |", "|---|---|", ...rows, ""];
  }

  function body(declaration) {
    if (ts.isInterfaceDeclaration(declaration)) return table(flattenDeclaration(declaration));
    const values = types.wordsOf(declaration);
    if (values) return words(declaration, values);
    const { type } = declaration;
    if (!ts.isUnionTypeNode(type)) return [`Value: ${say(type)}.`, ""];
    const key = type.getText().includes("action:") ? "action" : "type";
    return isUnionOfObjects(type) ? alternatives(type, key) : [`One of: ${say(type)}.`, ""];
  }

  return {
    find: types.find,
    partsOf: (name) => partsOf(types.find(name).type),
    follow: (reference) => types.follow(reference.typeName),
    flatten,
    table,
    /** The section of a type. */
    section(declaration) {
      const doc = docOf(declaration);
      return [...(doc ? [doc, ""] : []), ...body(declaration)];
    },
    /** The declarations that sections lead to, those of later sections too, without the given names. */
    *reached(without) {
      for (const [name, declaration] of reached) if (!without.has(name)) yield declaration;
    },
  };
}

function isUnionOfObjects(type) {
  return type.types.every((part) => ts.isParenthesizedTypeNode(part) || ts.isTypeLiteralNode(part));
}

// Makes a table of each type of options, on the page of the package that declares it.
import ts from "typescript";
import { docOf, readDoc } from "../types-page/declarations.mjs";
import { createMembers, literalsOf, nameOf } from "../types-page/members.mjs";
import { toChoice, toCode, toRow, toWords } from "../types-page/plain-words.mjs";
import { toDefault } from "./defaults.mjs";
import { folderOf } from "./entries.mjs";
import { isShort, isTable } from "./tables.mjs";

/** Utilities of the language that select or soften the members of another type. */
const utilities = new Set(["Partial", "Omit", "Pick"]);

/**
 * @param {Set<ts.Node>} named the types that have a section from the beginning
 * @param {Set<ts.Node>} shared the types to which a type that extends them refers
 */
export function createSections(types, named, shared) {
  const reached = new Map(
    [...named].map((declaration) => [declaration, folderOf(fileOf(declaration))]),
  );
  const softened = new Set();
  const { flattenDeclaration } = createMembers(types, (declaration) => shared.has(declaration));

  /** A link to the section of a type, which is made if it is not there yet. */
  function linkTo(declaration, from) {
    const home = folderOf(fileOf(declaration));
    reached.set(declaration, home);
    const title = declaration.name.text;
    return `[${toCode(title)}](${home === from ? "" : `${home}.md`}#${title.toLowerCase()})`;
  }

  /** Sections link to sections, of their own page or of another package's. */
  function linkFrom(folder) {
    const say = (type) =>
      (ts.isIndexedAccessTypeNode(type) && sayPart(type)) || toWords(type, link);

    /** The type that a member of another type has, where it is options of which none is required. */
    function sayPart(type) {
      const declaration = types.followPartial(type);
      if (!declaration) return undefined;
      softened.add(declaration);
      return linkTo(declaration, folder);
    }

    function link(reference) {
      const name = nameOf(reference).getText();
      if (name === "Exclude") return toChoice(types.wordsAt(reference).map(toCode));
      if (utilities.has(name)) return sayUtility(name, reference.typeArguments);
      const declaration = types.follow(nameOf(reference));
      if (!declaration) return undefined;
      return isTable(declaration, named, types.follow)
        ? linkTo(declaration, folder)
        : sayAlias(declaration);
    }

    function sayUtility(name, [first, second]) {
      if (name === "Partial") {
        softened.add(types.follow(nameOf(first)));
        return say(first);
      }
      const members = literalsOf(second).map(toCode).join(", ");
      return name === "Omit" ? `${say(first)} without ${members}` : `${members} of ${say(first)}`;
    }

    /** What a type that has no table stands for, if that is short. */
    function sayAlias(declaration) {
      const words = types.wordsOf(declaration);
      if (words) return toChoice(words.map(toCode));
      if (!ts.isTypeAliasDeclaration(declaration)) return undefined;
      return isShort(declaration.type) ? say(declaration.type) : undefined;
    }

    return { say, link };
  }

  function rowsOf(members, { say }, isSoft) {
    return members.map((member) => {
      const { meaning, fallback } = readDoc(member);
      const name = toCode(member.name.getText());
      const value = ts.isMethodSignature(member) ? "a function" : say(member.type);
      return toRow(name, value, toDefault(fallback, member, isSoft), meaning);
    });
  }

  /** @throws Error if a member that the compiler finds has no row, such as one of a computed type */
  function assertComplete(members, declaration) {
    const names = new Set(members.map(({ name }) => name.getText()));
    const missing = types.membersOf(declaration).filter((name) => !names.has(name));
    if (missing.length > 0)
      throw new Error(`Declare ${missing.join(", ")} in ${declaration.name.text}, with a comment.`);
  }

  function section(declaration) {
    const folder = reached.get(declaration);
    const words = linkFrom(folder);
    const { members, bases } = flattenDeclaration(declaration);
    const own = members.filter(isLast);
    if (bases.length === 0) assertComplete(own, declaration);
    const all = bases.map((base) => words.link(base) ?? toCode(base.getText())).join(" and ");
    return [
      `## ${declaration.name.text}`,
      "",
      docOf(declaration),
      "",
      ...(bases.length > 0 ? [`All members of ${all}${own.length > 0 ? ", and:" : "."}`, ""] : []),
      ...(own.length > 0
        ? [
            "| Member | Value | Default | Meaning |",
            "|---|---|---|---|",
            ...rowsOf(own, words, softened.has(declaration)),
            "",
          ]
        : []),
    ];
  }

  return {
    linkTo,
    /** The sections of each page, by its folder, with all that they lead to. */
    render() {
      // A type may be passed in part by a type that comes after it.
      for (const declaration of reached.keys()) section(declaration);
      const pages = new Map();
      for (const [declaration, folder] of reached) {
        pages.set(folder, [...(pages.get(folder) ?? []), ...section(declaration)]);
      }
      return pages;
    },
  };
}

function fileOf(declaration) {
  return declaration.getSourceFile().fileName;
}

/** A member that a later one of the same name does not replace. */
function isLast(member, index, all) {
  return !all.slice(index + 1).some(({ name }) => name.getText() === member.name.getText());
}

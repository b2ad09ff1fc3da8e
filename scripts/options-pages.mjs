// Writes a page of options for each package, docs/reference/options/<package>.md; with --print, prints them instead.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entries, packages } from "./options-pages/entries.mjs";
import { listFunctions, listPublicOptions } from "./options-pages/functions.mjs";
import { createSections } from "./options-pages/sections.mjs";
import { openTypes } from "./types-page/declarations.mjs";
import { toCode, toRow } from "./types-page/plain-words.mjs";

const folder = fileURLToPath(new URL("../docs/reference/options/", import.meta.url));

/** The text of each page, by the name of its file. */
export function renderOptionsPages() {
  const types = openTypes(Object.values(entries), entries);
  const functions = listFunctions(types);
  const named = new Set(functions.flatMap(({ options }) => options));
  const sections = createSections(types, named, listPublicOptions(types));
  const pages = [...sections.render()].map(([home, lines]) => {
    const own = functions.filter(({ entry }) => isOf(packages[home], entry));
    return [`${home}.md`, toPage(packages[home], [...toIndex(own, sections, home), ...lines])];
  });
  return Object.fromEntries(pages);
}

function isOf(name, entry) {
  return entry === name || entry.startsWith(`${name}/`);
}

function toPage(name, lines) {
  return `# Options of ${name}

Every function of [\`${name}\`](../../../packages/${folderOfPackage(name)}/README.md) that takes options, and every option. Times are in milliseconds. This page is generated from the comments of the types, by \`npm run docs:options\`; a test fails when the two differ.

${lines.join("\n")}`;
}

function folderOfPackage(name) {
  return Object.keys(packages).find((home) => packages[home] === name);
}

function toIndex(functions, sections, home) {
  const rows = functions.map(({ name, entry, meaning, options }) => {
    const links = options.map((declaration) => sections.linkTo(declaration, home)).join(", ");
    return toRow(toCode(name), toCode(entry), links, meaning);
  });
  return ["| Function | From | Options | What it does |", "|---|---|---|---|", ...rows, ""];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(renderOptionsPages())) {
    if (process.argv.includes("--print")) process.stdout.write(text);
    else {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}${name}`, text);
    }
  }
}

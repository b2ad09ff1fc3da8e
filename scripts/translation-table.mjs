// Writes a page for each pair of formats to docs/reference/translation, from the tables that translations
// use; with --print, prints the pages by their path, as JSON.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { translationTables } from "@diglot/core/translation";
import { responsesTranslationTables } from "@diglot/responses/translation";
import { toSection } from "./translation-table/section.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "docs/reference/translation";
const titles = {
  messages: "Messages",
  "chat-completions": "Chat Completions",
  responses: "Responses",
};

const tables = [...translationTables, responsesTranslationTables];

/** Every pair: the format of a caller before an upstream of another format. */
const pairs = tables.flatMap((caller) =>
  tables.filter((upstream) => upstream !== caller).map((upstream) => ({ caller, upstream })),
);

function toPage({ caller, upstream }) {
  const [asked, answered] = [titles[caller.format], titles[upstream.format]];
  return [
    `# ${asked} to ${answered}`,
    "",
    `What becomes of every field when a caller of ${asked} meets an upstream of ${answered}. [Translation](../../translation.md) explains the outcomes. This page is generated from the tables that the code uses, by \`npm run docs:translation\`.`,
    "",
    ...toSection("The request", caller.requestFields, upstream.writeRequestRows),
    ...toSection("The reply", upstream.replyFields, caller.writeReplyRows),
  ].join("\n");
}

const pages = pairs.map(({ caller, upstream }) => [
  `${folder}/${caller.format}-to-${upstream.format}.md`,
  toPage({ caller, upstream }),
]);

if (process.argv.includes("--print")) {
  process.stdout.write(JSON.stringify(Object.fromEntries(pages)));
} else {
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

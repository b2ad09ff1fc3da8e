// Writes docs/reference/events.md from the types of the events; with --print, prints it instead.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { createSections } from "./events-page/sections.mjs";
import { docOf, firstSentence } from "./types-page/declarations.mjs";

const page = fileURLToPath(new URL("../docs/reference/events.md", import.meta.url));
const introduction = `# Events: every type and member

Every event that a reporter receives, with its members. [Events](../events.md) explains which of them answers a question, and when each is reported. This page is generated from the types of the events, by \`npm run docs:events\`; a test fails when the two differ.
`;
const files = ["event.ts", "request-facts.ts", "content.ts"].map((name) =>
  fileURLToPath(new URL(`../packages/core/src/events/${name}`, import.meta.url)),
);

/** The whole page. */
export function renderEventsPage() {
  const sections = createSections(files);
  const events = sections.partsOf("ReporterEvent").map((part) => toEvent(part, sections));
  const facts = ["RequestMoment", "RequestFacts", "AttemptFacts", "EndedAttempt", "FailureFacts"];
  const content = sections.find("Content");
  const first = [
    ...events.flatMap(({ name, lines }) => [`## ${name}`, "", ...lines]),
    ...facts.flatMap((name) => [`## ${name}`, "", ...sections.section(sections.find(name))]),
    "## Content",
    "",
    ...sections.section(content),
  ];
  const others = [];
  for (const declaration of sections.reached(new Set([...facts, "Content"]))) {
    others.push(`### ${declaration.name.text}`, "", ...sections.section(declaration));
  }
  const lines = [...toIndex(events), ...first, "## Other types", "", ...others];
  return `${introduction}\n${lines.join("\n")}`;
}

/** An event with its name, what it says, and its section. */
function toEvent({ type, doc }, sections) {
  const declaration = ts.isTypeReferenceNode(type) ? sections.follow(type) : undefined;
  const members = declaration ? [...declaration.members] : sections.flatten(type).members;
  const discriminant = members.find((member) => member.name.getText() === "type");
  const name = discriminant.type.getText().replaceAll('"', "");
  const meaning = declaration ? docOf(declaration) : doc;
  const lines = declaration
    ? sections.section(declaration)
    : [meaning, "", ...sections.table(sections.flatten(type))];
  return { name, meaning, lines };
}

function toIndex(events) {
  const rows = events.map(
    ({ name, meaning }) => `| [\`${name}\`](#${name}) | ${firstSentence(meaning)} |`,
  );
  return ["| Event | When |", "|---|---|", ...rows, ""];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = renderEventsPage();
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(page, text);
}

// Writes docs/reference/prompt-lines.md from the table of changing lines; with --print, prints it instead.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { changingLines } from "@diglot/core";

const page = fileURLToPath(new URL("../docs/reference/prompt-lines.md", import.meta.url));

const introduction = `# Changing lines of prompts

Lines that coding tools write anew with every request, and the text that \`stablePrompt\` sends instead. [The prompt cache](../upstreams.md#the-prompt-cache) explains the option. This page is generated from the table that the code uses, by \`npm run docs:prompt-lines\`; a test fails when the two differ.

| Preset | Tool | What it writes, for example | What is sent | Source |
|---|---|---|---|---|`;

function toRow({ preset, tool, example, kept, source }) {
  const sent = kept === undefined ? "nothing" : `\`${kept}\``;
  const name = source.replace(/^https:\/\/github\.com\/(.+)\/(?:issues|pull)\/(\d+)$/, "$1#$2");
  return `| \`${preset}\` | ${tool} | \`${example}\` | ${sent} | [${name}](${source}) |`;
}

const text = `${[introduction, ...changingLines.map(toRow)].join("\n")}\n`;

if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(page, text);

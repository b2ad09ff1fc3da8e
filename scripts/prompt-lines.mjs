// Puts the table of changing lines of prompts into docs/upstreams.md; with --print, prints the page instead.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { changingLines } from "@diglot/core";

const page = fileURLToPath(new URL("../docs/upstreams.md", import.meta.url));

function toRow({ preset, tool, example, kept, source }) {
  const sent = kept === undefined ? "nothing" : `\`${kept}\``;
  const name = source.replace(/^https:\/\/github\.com\/(.+)\/(?:issues|pull)\/(\d+)$/, "$1#$2");
  return `| \`${preset}\` | ${tool} | \`${example}\` | ${sent} | [${name}](${source}) |`;
}

const table = [
  "| Preset | Tool | What it writes, for example | What is sent | Source |",
  "|---|---|---|---|---|",
  ...changingLines.map(toRow),
].join("\n");

const text = readFileSync(page, "utf8").replace(
  /(?<=<!-- made: prompt lines -->\n\n).*?(?=\n<!-- end -->)/s,
  () => `${table}\n`,
);

if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(page, text);

import { createEmptyAnswer, type HeaderList } from "../../http/answers.js";
import type { Answer } from "../../http/exchange.js";
import { type BaseSettings, usualBase } from "./base-urls.js";
import { describeBase, servedPaths } from "./unknown-path.js";

const guide = "https://github.com/diglot/diglot";

/** The page has no style and no script, and nothing may show it inside another page. */
const pageHeaders: HeaderList = [
  ["content-type", "text/html; charset=utf-8"],
  ["cache-control", "no-store"],
  [
    "content-security-policy",
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
];

/** What somebody sees who opens the service in a browser: what it is, and where to go. */
export function createHomePage(
  method: string,
  settings: BaseSettings,
  headers: HeaderList,
): Answer {
  const body = new TextEncoder().encode(toPage(settings));
  const all = [...pageHeaders, ["content-length", String(body.length)] as const, ...headers];
  return method === "HEAD" ? createEmptyAnswer(200, all) : { status: 200, headers: all, body };
}

function toPage(settings: BaseSettings): string {
  const bases = settings.formats.map(
    (format) => `Clients of ${format.name}: ${describeBase(usualBase(format, settings.basePath))}`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Diglot</title></head>
<body>
<h1>Diglot</h1>
<p>This service answers language model clients. It runs, and has nothing else to show in a browser.</p>
<h2>Endpoints</h2>
${toList(servedPaths(settings))}
<h2>Base URLs</h2>
${toList(bases)}
<p><a href="${guide}">Documentation</a></p>
</body>
</html>
`;
}

function toList(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("\n")}\n</ul>`;
}

/** Names of formats and paths come from the host. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

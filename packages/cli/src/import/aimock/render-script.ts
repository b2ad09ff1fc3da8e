/** What conditions call; a script has those that it needs. */
const helpers: Readonly<Record<string, string>> = {
  userText: `/** The text of the last turn of the user that has one. */
function userText({ conversation }) {
  const texts = conversation.turns
    .filter(({ role }) => role === "user")
    .map(({ blocks }) => blocks.filter(({ type }) => type === "text"));
  const last = texts.findLast(({ length }) => length > 0) ?? [];
  return last.map(({ text }) => text).join("");
}
`,
  systemText: `/** The instructions. */
function systemText({ conversation }) {
  const texts = conversation.system.filter(({ type }) => type === "text");
  return texts.map(({ text }) => text).join("\\n");
}
`,
  earlier: `/** How many earlier requests met these conditions. */
const seen = new Map();
function earlier(conditions, { index }) {
  const requests = seen.get(conditions) ?? new Set();
  seen.set(conditions, requests.add(index));
  return [...requests].indexOf(index);
}
`,
};

/** A module for `diglot fake`. Of several matchers, the one added last answers; of several fixtures, the first. */
export function renderScript(matchers: readonly string[]): string {
  const body = matchers.toReversed().map(indent).join("  ");
  const used = Object.entries(helpers).filter(([name]) => body.includes(`${name}(`));
  return `// Made by \`diglot import\`. Serve it with \`diglot fake\`. Of several matchers that match a
// request, the one that was added last answers, so the fixtures are here in reverse order.

/** @param {import("@diglot/testing").Fake} fake */
export default function script(fake) {
  ${body}}
${used.map(([, text]) => `\n${text}`).join("")}`;
}

/** A text whose lines after the first are indented. */
export function indent(text: string): string {
  return text.trimEnd().replaceAll("\n", "\n  ") + (text.endsWith("\n") ? "\n" : "");
}

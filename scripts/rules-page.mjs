// Writes docs/reference/rules.md from the catalogue of rules; with --print, prints it instead.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { evidenceKinds, knownModels, openQuestions, rules } from "@diglot/testing/rules";

const page = fileURLToPath(new URL("../docs/reference/rules.md", import.meta.url));
const titles = {
  messages: "Messages",
  chatCompletions: "Chat Completions",
  responses: "Responses",
};

const introduction = `# Rules

What the real services refuse, rule by rule. \`createFake()\` of \`@diglot/testing\` and a service with \`validation: strict\` (from \`@diglot/core/strict\`) refuse it too, with the same messages; the rules of Responses are \`createResponsesStrictRules()\` of \`@diglot/responses\`. This page is generated from the catalogue that the tests use, by \`npm run docs:rules\`; a test fails when the two differ.

Each rule comes with a request that breaks it and the most similar request that is accepted. The catalogue is data: \`rules\` of \`@diglot/testing/rules\`, and \`toRequest(profile, sample)\` turns a sample into a request. A message between slashes is a pattern, because the text around it is not known or changes. The column “Lenient” says what happens to the request in the lenient profile, and “Source” how the fact is known. Where nobody knows what the real service does, nothing is refused; [what was looked into](#open-questions) without a result stands at the end.
`;

/** The kinds of evidence that tests check by something other than this project's reading of the wire. */
const oracles = {
  "sdk-types": "the TypeScript compiler, which refuses the sample where the refusal says",
  "sdk-behaviour": "the official client, which throws its own class",
  "recorded-answer": "the recorded status, type and message",
};

/** The whole page. */
export function renderRulesPage() {
  const profiles = Object.keys(titles).flatMap((profile) =>
    toProfile(
      profile,
      rules.filter((rule) => rule.profile === profile),
    ),
  );
  const models = toModels(knownModels);
  return [introduction, ...toEvidence(), ...profiles, ...models, ...toOpenQuestions()].join("\n");
}

/** The rules by kind of evidence, and by whether tests hold them to something official or recorded. */
function toEvidence() {
  const isHeld = ({ source }) => source.evidence.some((kind) => kind in oracles);
  return [
    "## How the rules are known",
    "",
    "A rule has one kind of evidence or several.",
    "",
    "| Evidence | In the catalogue | Messages | Chat Completions | Responses | Tests hold it to |",
    "|---|---|---|---|---|---|",
    ...Object.entries(evidenceKinds).map(([kind, words]) =>
      toCountRow(words, ({ source }) => source.evidence.includes(kind), {
        before: [toCode(kind)],
        after: [oracles[kind] ?? "the catalogue alone"],
      }),
    ),
    "",
    "| Rules | Messages | Chat Completions | Responses |",
    "|---|---|---|---|",
    toCountRow("held to something official or recorded", isHeld),
    toCountRow("held to the catalogue alone", (rule) => !isHeld(rule)),
    "",
    "Types hold that a request is refused, and where; they say nothing of the words. Beside that, tests drive the official clients over every refusal, and let their types take every accepted request.",
    "",
  ];
}

function toCountRow(words, isCounted, { before = [], after = [] } = {}) {
  const counted = rules.filter(isCounted);
  const counts = Object.keys(titles).map((name) =>
    String(counted.filter(({ profile }) => profile === name).length),
  );
  return `| ${[words, ...before, ...counts, ...after].join(" | ")} |`;
}

function toProfile(profile, list) {
  const groups = [...new Set(list.map(({ group }) => group))];
  return [
    `## ${titles[profile]}`,
    "",
    `${list.length} rules in ${groups.length} groups.`,
    "",
    ...groups.flatMap((group) => toGroup(group, profile, list)),
  ];
}

function toGroup(group, profile, list) {
  const hasParams = profile !== "messages";
  const columns = [
    "Rule",
    "What",
    "Status",
    "Type",
    ...(hasParams ? ["Param", "Code"] : []),
    "Message",
    "Lenient",
    "Source",
  ];
  return [
    `### ${group}`,
    "",
    `| ${columns.join(" | ")} |`,
    `|${"---|".repeat(columns.length)}`,
    ...list.filter((rule) => rule.group === group).map((rule) => toRow(rule, hasParams)),
    "",
  ];
}

function toRow({ id, what, profile, refusal, lenient, source }, hasParams) {
  const { status, type, param, code, message } = refusal;
  const cells = [
    toCode(id),
    what,
    String(status),
    toCode(type),
    ...(hasParams ? [toValue(param), toValue(code)] : []),
    toCode(String(message)),
    lenient,
    toSource(profile, source),
  ];
  return `| ${cells.map(escapeCell).join(" | ")} |`;
}

function toSource(profile, { section, evidence, recording, reports }) {
  const cited = {
    "recorded-answer": recording && [`${recording.repository}/${recording.path}`],
    "issue-report": reports,
  };
  const kinds = evidence.map((kind) => {
    const citations = cited[kind]?.map(toCode).join(", ");
    return citations ? `${evidenceKinds[kind]}: ${citations}` : evidenceKinds[kind];
  });
  const reference = `${titles[profile].toLowerCase()} wire reference`;
  return `${reference}, section ${section} (${kinds.join(", ")})`;
}

function toValue(value) {
  if (value === undefined) return "";
  return value === null ? "null" : toCode(value);
}

/** A text as code, whatever backticks it contains. */
function toCode(text) {
  const line = text.replaceAll(/\s*\n\s*/g, " ");
  if (!line.includes("`")) return `\`${line}\``;
  const longest = Math.max(...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

function escapeCell(text) {
  return text.replaceAll("|", "\\|");
}

function toModels(models) {
  return [
    "## Models it knows",
    "",
    "The models that the fake knows by name, with what each refuses in addition to the rules above. A model of any other name accepts everything, and so does each of these where nothing is listed.",
    "",
    "| Model | Also | Refuses |",
    "|---|---|---|",
    ...models.map(
      ({ id, aliases = [], capabilities, refusals }) =>
        `| ${toCode(id)} | ${aliases.map(toCode).join(", ")} | ${escapeCell(toRefused(capabilities, refusals))} |`,
    ),
    "",
  ];
}

function toOpenQuestions() {
  return [
    "## Open questions",
    "",
    "What is said to be refused, or looks as if it were, and is taken because no source says so for sure. Each is a member of `openQuestions` of `@diglot/testing/rules`, with its request.",
    "",
    "| Format | Request | What is known |",
    "|---|---|---|",
    ...openQuestions.map(({ profile, what, reason, reports = [] }) => {
      const cited = reports.length > 0 ? ` (${reports.map(toCode).join(", ")})` : "";
      return `| ${titles[profile]} | ${escapeCell(what)} | ${escapeCell(reason)}${cited} |`;
    }),
    "",
  ];
}

const modes = ["enabled", "adaptive", "disabled", "between_tools"];
const sampling = ["temperature", "top_p", "top_k"];
const levels = ["low", "medium", "high", "xhigh", "max"];

function toRefused(capabilities, { oneSamplingParameter, refuses = {}, whileReasoning } = {}) {
  const { thinking, effort, toolChoice, prefill, systemTurns, stopSequences } = capabilities;
  const { maxOutputTokens, contextWindow } = capabilities;
  return [
    thinking && `\`thinking\` of type ${listMissing(modes, thinking)}`,
    effort?.length === 0 && "every level of effort",
    effort?.length > 0 &&
      levels.some((level) => !effort.includes(level)) &&
      `a level of effort other than ${effort.map(toCode).join(", ")}`,
    toolChoice && `a tool choice other than ${toolChoice.map(toCode).join(", ")}`,
    toSampling(capabilities),
    oneSamplingParameter && "`temperature` beside `top_p`",
    prefill === false && "a reply that has begun",
    systemTurns === false && "system messages after the first message",
    stopSequences === false && "stop sequences",
    maxOutputTokens && `more than ${toNumber(maxOutputTokens)} tokens of output`,
    contextWindow && `more than ${toNumber(contextWindow)} tokens of input`,
    ...Object.keys(refuses).map(toCode),
    whileReasoning?.refuses && `while it reasons, ${whileReasoning.refuses.map(toCode).join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function toSampling({ sampling: taken }) {
  const refused = taken ? sampling.filter((name) => !taken.includes(name)) : [];
  return refused.length > 0 && `${refused.map(toCode).join(", ")} but their defaults`;
}

function listMissing(all, taken) {
  return all
    .filter((name) => !taken.includes(name))
    .map(toCode)
    .join(", ");
}

function toNumber(count) {
  return count.toLocaleString("en-US");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = renderRulesPage();
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(page, text);
}

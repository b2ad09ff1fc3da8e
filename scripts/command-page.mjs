// Writes docs/reference/command-line.md from the definitions of the commands; with --print, prints it instead.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = new URL("../packages/cli/dist/program.js", import.meta.url);
const introduction = `# The command line: every command and option

[The command line](../command-line.md) explains exit codes, completion and how to name a gateway. This page is generated from the definitions that \`diglot --help\` prints, by \`npm run docs:command\`; a test fails when the two differ.
`;
const page = fileURLToPath(new URL("../docs/reference/command-line.md", import.meta.url));

/** The whole page. */
export async function renderCommandPage() {
  const { createProgram } = await import(program.href);
  const diglot = createProgram();
  const commands = listCommands(diglot, "diglot");
  const [gateway] = commands
    .map(({ command }) => sharedOptions(command))
    .sort((one, other) => other.length - one.length);
  const which = ["## Which gateway", "", ...toOptions(gateway), ""];
  const lines = [...toIndex(commands), "", ...which, ...commands.flatMap(toSection)];
  return `${introduction}\n${lines.join("\n")}`;
}

/** A command and those below it, with their whole names; without those that only scripts call. */
function listCommands(command, name) {
  const visible = new Set(command.createHelp().visibleCommands(command));
  const below = command.commands
    .filter((one) => visible.has(one))
    .flatMap((one) => listCommands(one, `${name} ${one.name()}`));
  return [{ command, name }, ...below];
}

/** The options that say which gateway is meant; they are described once. */
function sharedOptions({ options }) {
  return options.filter(({ helpGroupHeading }) => helpGroupHeading === "Which gateway:");
}

function toIndex(commands) {
  const rows = commands.map(
    ({ command, name }) => `| [\`${name}\`](#${toAnchor(name)}) | ${command.description()} |`,
  );
  return ["| Command | What it does |", "|---|---|", ...rows];
}

function toAnchor(name) {
  return name.replaceAll(" ", "-");
}

function toSection({ command, name }) {
  const shared = sharedOptions(command);
  const own = command.options.filter((option) => !shared.includes(option));
  const which = shared.length > 0 ? ["Also [which gateway](#which-gateway) is meant.", ""] : [];
  return [
    `## ${name}`,
    "",
    `${toSentence(command.description())}`,
    "",
    ...toUsage(command, name),
    ...toArguments(command.registeredArguments),
    ...(own.length > 0 ? [...toOptions(own), ""] : []),
    ...which,
  ];
}

/** How it is called; a command that only has others below it is not called itself. */
function toUsage(command, name) {
  const words = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const options = command.options.length > 0 ? ["[options]"] : [];
  const below = options.length === 0 && command.commands.length > 0 ? ["<command>"] : [];
  return ["```sh", [name, ...options, ...below, ...words].join(" "), "```", ""];
}

function toArguments(given) {
  if (given.length === 0) return [];
  const rows = given.map(({ description, argChoices, ...argument }) => {
    const { text, standard } = splitDefault(description);
    return toCells(`\`${argument._name}\``, standard, text + toChoices(argChoices));
  });
  return ["| Argument | Default | Meaning |", "|---|---|---|", ...rows, ""];
}

function toOptions(options) {
  return ["| Option | Variable | Default | Meaning |", "|---|---|---|---|", ...options.map(toRow)];
}

function toRow({ flags, mandatory, envVar, description, argChoices, ...option }) {
  const { text, standard } = splitDefault(description);
  const value = option.defaultValueDescription ?? option.defaultValue;
  return toCells(
    flags.split(", ").map(toCode).join(", ") + (mandatory ? " (required)" : ""),
    envVar ? toCode(envVar) : "",
    value === undefined ? standard : toCode(value),
    text + toChoices(argChoices),
  );
}

function toChoices(choices) {
  return choices ? `: ${choices.map(toCode).join(" or ")}` : "";
}

function toCode(text) {
  return `\`${text}\``;
}

function toCells(...cells) {
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}

/** A default that no option value can express stands at the end of the description. */
function splitDefault(description) {
  const [, text, standard] = /^(.*) \(default: (.*)\)$/.exec(description) ?? [];
  return text === undefined ? { text: description, standard: "" } : { text, standard };
}

function toSentence(text) {
  const sentence = text[0].toUpperCase() + text.slice(1);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await renderCommandPage();
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(page, text);
}

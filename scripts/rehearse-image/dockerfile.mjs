// The steps of a Dockerfile, as far as deploy/docker/Dockerfile uses the language.

/**
 * @typedef {object} Step
 * @property {string} name of the instruction, in capitals
 * @property {string} rest behind the name and its flags
 */

const known = new Set("ARG CMD COPY ENV EXPOSE FROM HEALTHCHECK RUN USER WORKDIR".split(" "));

/**
 * @param {string} text
 * @returns {readonly Step[]}
 * @throws for an instruction that the rehearsal could not perform
 */
export function readSteps(text) {
  return text
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map(toStep);
}

/** @param {string} line */
function toStep(line) {
  const [, name = "", rest = ""] = /^(\w+)\s+(?:--\S+\s+)*(.*)$/.exec(line) ?? [];
  if (!known.has(name)) throw new Error(`The rehearsal has no equivalent of: ${line}`);
  return { name, rest };
}

/**
 * The command of a step in exec form, which starts a program without a shell.
 * @param {readonly Step[]} steps
 * @param {string} name
 * @returns {readonly string[]}
 */
export function commandOf(steps, name) {
  const step = steps.findLast((one) => one.name === name);
  const text = step?.rest.replace(/^CMD\s+/, "") ?? "";
  if (!text.startsWith("[")) throw new Error(`${name} must be in exec form: ["program", …]`);
  return JSON.parse(text);
}

/**
 * The variables that ENV and ARG set.
 * @param {readonly Step[]} steps
 * @returns {Readonly<Record<string, string>>}
 */
export function variablesOf(steps) {
  const texts = steps.filter(({ name }) => name === "ENV" || name === "ARG");
  return Object.fromEntries(
    texts.flatMap(({ rest }) =>
      rest.split(/\s+/).map((pair) => [pair.split("=")[0], pair.split("=").slice(1).join("=")]),
    ),
  );
}

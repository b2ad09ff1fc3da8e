/** One mistake in a config. */
export interface Problem {
  /** Where it is. */
  readonly path: readonly PropertyKey[];
  /** What is wrong, and what is allowed. */
  readonly message: string;
}

/** A path as it is written in JavaScript: `models[2].upstream`, `headers["x-a"]`. */
export function toPathText(path: readonly PropertyKey[]): string {
  const text = path.map(toStep).join("");
  return text.startsWith(".") ? text.slice(1) : text;
}

function toStep(step: PropertyKey): string {
  if (typeof step === "number") return `[${step}]`;
  const name = String(step);
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

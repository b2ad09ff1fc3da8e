type Members = Readonly<Record<string, unknown>>;

/** Capabilities that are patterns, which a file in JSON writes as texts. */
const patterns: ReadonlySet<string> = new Set(["toolNamePattern", "toolIdPattern"]);

/** The capabilities of a config as the library takes them; what is no pattern is left to be refused. */
export function toCapabilities(capabilities: Members): Members {
  const members = Object.entries(capabilities).map(([name, value]) => [
    name,
    patterns.has(name) && typeof value === "string" ? toPattern(value) : value,
  ]);
  return Object.fromEntries(members);
}

function toPattern(text: string): RegExp | string {
  try {
    return new RegExp(text);
  } catch {
    return text;
  }
}

/** What credentials look like; each begins where a word begins, or behind an escaped line break. */
const shapes: readonly string[] = [
  // Keys of model services, this one's own among them.
  "sk-[A-Za-z0-9_-]{12,}",
  "AIza[A-Za-z0-9_-]{30,}",
  "hf_[A-Za-z0-9]{16,}",
  // Chat, code and package services, and clouds.
  "xox[a-z]-[A-Za-z0-9-]{8,}",
  "gh[a-z]_[A-Za-z0-9]{16,}",
  "github_pat_[A-Za-z0-9_]{16,}",
  "glpat-[A-Za-z0-9_-]{16,}",
  "npm_[A-Za-z0-9]{16,}",
  "A[KS]IA[A-Z0-9]{12,}",
  // Tokens.
  "[Bb]earer +[A-Za-z0-9._~+/-]{8,}=*",
  String.raw`eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*`,
];

const wordBegins = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))`;
const privateKey = "-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)";

/** Patterns of everything that is shaped like a credential. */
export function secretShapes(): readonly RegExp[] {
  return [new RegExp(`${wordBegins}(?:${shapes.join("|")})`, "g"), new RegExp(privateKey, "g")];
}

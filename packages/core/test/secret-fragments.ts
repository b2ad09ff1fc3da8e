import fc from "fast-check";

/** Pieces of which texts are made that look like secrets nearly everywhere. */
export const fragments = [
  ..."-_. =+/\\n1aAZ:",
  ...["sk-", "AIza", "hf_", "xoxb-", "ghp_", "github_pat_", "glpat-", "npm_", "AKIA", "ASIA"],
  ...["Bearer ", "bearer", "eyJ", "eyJaaaaa.", "aaaaa.", "a".repeat(12), "0123456789ABCDEF"],
  ...["-----BEGIN ", "-----END ", "PRIVATE KEY", "PRIVATE KEY-----", "RSA ", "-----"],
  ...["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "-----END EC PRIVATE KEY-----"],
  ...["open sesame", "open ", "sesame", "badge-", "badge-1", "OPEN SESAME"],
];

/** Escapes, and what only begins like one. */
export const escapes = [
  "\\u0041",
  "\\\\",
  "%25",
  "%2525",
  "&amp;",
  "&#x26;",
  "&",
  "%",
  "\\u00",
  "%5cu0041",
];

/** Some of these pieces in a row. */
export const madeOf = (from: readonly string[], most: number) =>
  fc
    .array(fc.constantFrom(...from), { minLength: 1, maxLength: most })
    .map((list) => list.join(""));

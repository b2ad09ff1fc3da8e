/** Texts that, repeated, look like the beginning of a secret or like an escape nearly everywhere. */
export const secretPieces: readonly string[] = [
  "-eyJ",
  "-eyJaaaaa.",
  "sk-0123456789abc ",
  "Bearer ",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN RSA -----END PRIVATE KEY-----",
  "%2525",
  "&amp;",
  "\\u005c",
  "\\",
];

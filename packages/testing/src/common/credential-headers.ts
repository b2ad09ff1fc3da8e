/** The request headers, in lower case, whose value is a credential of the caller. */
export const credentialHeaders = [
  "authorization",
  "proxy-authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
] as const;

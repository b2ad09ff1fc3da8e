/** What every call of a tool is given, besides what it asks for. */
export const asking = {
  caller: { keyId: "key", accountId: "account" },
  requestId: "req_1",
  signal: new AbortController().signal,
};

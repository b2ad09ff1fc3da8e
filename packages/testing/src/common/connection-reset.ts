/** What `fetch` rejects with, or fails a body with, when its connection breaks, as in Node. */
export function connectionReset(message: "fetch failed" | "terminated"): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return new TypeError(message, { cause });
}

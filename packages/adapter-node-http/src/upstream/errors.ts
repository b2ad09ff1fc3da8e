/** A request that its signal has ended. */
export function aborted(): Error {
  return new Error("The request was aborted.");
}

/**
 * The error of a request as core reads it. An answer that switches protocols is an invalid one, which
 * undici tells from a broken connection by its message only.
 */
export function toUpstreamError(error: Error): Error {
  if (error.message !== "bad upgrade") return error;
  return Object.assign(new Error("The upstream switched protocols."), { code: "HPE_NO_ANSWER" });
}

/**
 * Whether a request that has not been written failed with a kept connection, which the upstream had
 * closed: undici fails what waits for a connection when that breaks.
 */
export function isClosedConnection(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
}

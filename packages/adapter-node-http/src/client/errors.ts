/**
 * An answer that is not HTTP/1. Core knows codes that begin with `HPE_` as those of an invalid
 * response; Node's own parser has the same.
 */
export function invalidResponse(code: string): Error {
  return withCode("The upstream's answer is not valid HTTP.", `HPE_${code}`);
}

/** A connection that ended before its answer did. */
export function hungUp(): Error {
  return withCode("The upstream closed the connection.", "ECONNRESET");
}

/** The code is the one by which core knows that nothing was sent. */
export function connectTimedOut(): Error {
  return withCode("The connection was not established in time.", "ConnectionTimeout");
}

/** A request that its signal has ended. */
export function aborted(): Error {
  return new Error("The request was aborted.");
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

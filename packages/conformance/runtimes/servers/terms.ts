/** What the servers and the suite agree on. */

/** The key that the servers accept. */
export const apiKey = "sk-runtimes-0123456789";
/** The secret with which the servers' host signs the tokens of its users. */
export const tokenSecret = "secret-of-the-host-0123456789";
/** The path of the state, beside the service. */
export const pathState = "/__state";
/** A path below which the fetch servers mount the service a second time. */
export const pathMount = "/mounted";
/** The largest body in bytes. */
export const bodyLimit = 1_048_576;
/** Milliseconds of silence before a ping. */
export const pingInterval = 500;
/** Milliseconds that a model may take until its first event. */
export const firstEventTimeout = 4_000;
/** Milliseconds that the ledger takes to settle a row. */
export const settleDelay = 20;

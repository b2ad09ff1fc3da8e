import { randomBytes } from "node:crypto";

/** What the environment says, with the gaps filled. */
export interface ServerSettings {
  /** 0 for any free port. */
  readonly port: number;
  readonly key: string;
}

const defaultPort = 8787;
/** Bytes of a key made here, from the cryptographic random source. */
const keyBytes = 24;

/**
 * Reads `PORT` (default 8787) and `DIGLOT_KEY` (default: a random key).
 * @throws TypeError that names the variable
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): ServerSettings {
  return { port: readPort(variables.PORT), key: readKey(variables.DIGLOT_KEY) };
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return defaultPort;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new TypeError(`PORT must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

/** The key travels in a header, so it must be of visible ASCII characters. */
function readKey(text: string | undefined): string {
  if (text === undefined || text === "") {
    return `sk-diglot-${randomBytes(keyBytes).toString("base64url")}`;
  }
  if (/^[\x21-\x7e]{8,}$/.test(text)) return text;
  throw new TypeError("DIGLOT_KEY must be at least 8 visible ASCII characters without spaces.");
}

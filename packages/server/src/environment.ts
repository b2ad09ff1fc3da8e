/** What the environment says, with the gaps filled. */
export interface ServerSettings {
  /** 0 for any free port. */
  readonly port: number;
  /** The key that callers have already; absent: a new one is issued at each start. */
  readonly key?: string | undefined;
  /** The file that holds keys and the ledger. */
  readonly database: string;
  /** The credential for the admin endpoints; absent: there are no admin endpoints. */
  readonly adminKey?: string | undefined;
}

const defaultPort = 8787;
const defaultDatabase = "diglot.sqlite";

/**
 * Reads `PORT` (default 8787), `DIGLOT_KEY`, `DIGLOT_DATABASE` (default `diglot.sqlite` in the working
 * directory) and `DIGLOT_ADMIN_KEY`. An empty variable counts as absent.
 * @throws TypeError that names the variable
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): ServerSettings {
  return {
    port: readPort(variables.PORT),
    key: readSecret("DIGLOT_KEY", variables.DIGLOT_KEY, 8),
    database: variables.DIGLOT_DATABASE || defaultDatabase,
    adminKey: readSecret("DIGLOT_ADMIN_KEY", variables.DIGLOT_ADMIN_KEY, 16),
  };
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === "") return defaultPort;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new TypeError(`PORT must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

/** A secret travels in a header, so it must be of visible ASCII characters. */
function readSecret(name: string, text: string | undefined, length: number): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(text) && text.length >= length) return text;
  throw new TypeError(
    `${name} must be at least ${length} visible ASCII characters without spaces.`,
  );
}

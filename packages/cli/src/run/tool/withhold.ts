import type { Variables } from "../presets/preset.js";

/** What a tool must not get of this process's variables. */
export interface Withheld {
  /** The names of variables that the gateway has read. */
  readonly names: Iterable<string>;
  /** Secrets that came another way, such as from the command line. */
  readonly secrets: readonly (string | undefined)[];
}

/** What any program may need to run at all. It holds no secret, also if a config reads it. */
const needed =
  /^(?:PATH|PATHEXT|HOME|USER|USERNAME|LOGNAME|SHELL|TERM|TERM_PROGRAM|COLORTERM|FORCE_COLOR|NO_COLOR|LANG|LANGUAGE|LC_\w+|TZ|PWD|TMPDIR|TEMP|TMP|XDG_\w+|DISPLAY|CI|DEBUG|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|SYSTEMROOT|WINDIR|COMSPEC|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|USERPROFILE|HOMEDRIVE|HOMEPATH)$/i;
/** The variables of this command itself. */
const own = /^DIGLOT_/i;
/** Shorter values, such as `true` or the number of a port, are equal by chance. */
const shortestSecret = 8;

/**
 * The variables without those that the gateway has read: a tool that runs commands must not read the keys of
 * upstreams. A second variable with the same secret is left out, too, since `DIGLOT_UPSTREAM_KEY` is often
 * a copy of another one.
 */
export function withhold(given: Variables, { names, secrets }: Withheld): Variables {
  const read = new Set([...names].map((name) => name.toUpperCase()));
  const isRead = (name: string) =>
    own.test(name) || (read.has(name.toUpperCase()) && !needed.test(name));
  const entries = Object.entries(given);
  const values = entries.flatMap(([name, value]) => (isRead(name) ? [value] : []));
  const hidden = new Set(
    [...values, ...secrets].filter(
      (value) => value !== undefined && value.length >= shortestSecret,
    ),
  );
  return Object.fromEntries(
    entries.filter(([name, value]) => needed.test(name) || !(isRead(name) || hidden.has(value))),
  );
}

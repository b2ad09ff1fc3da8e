import { parseArgs } from "node:util";
import type { FormatName } from "@diglot/core/translation";
import { findFormat, formatNames } from "../common/formats.js";

/** Serve a script on a port until the process is asked to end. */
export interface ServeCommand {
  readonly name: "serve";
  readonly script: string;
  readonly port: number;
  readonly host: string;
  readonly lenient: boolean;
  readonly keys: readonly string[] | undefined;
}

/** Hold a server to the catalogue of requirements. */
export interface ConformanceCommand {
  readonly name: "conformance";
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string | undefined;
  readonly formats: readonly FormatName[] | undefined;
  readonly lenient: boolean;
  /** The file for the report as JSON. */
  readonly json: string | undefined;
}

/** What the command line asks for. */
export type Command = ServeCommand | ConformanceCommand | { readonly name: "help" };

/** What `--help` prints. */
export const usage = `Usage:
  npx @diglot/testing <script>             serve a script of turns (.json, .js, .mjs) on a port
      --port <number>      default: a free one
      --host <address>     default: 127.0.0.1
      --lenient            let pass what the service does not know
      --key <key>          accept only this key; may be repeated
  npx @diglot/testing conformance <url>    hold a server to the requirements of both formats
      --key <key>          default: sk-conformance
      --model <name>       default: the first of its models list
      --format <name>      messages or chat-completions; default: both
      --lenient            leave out what only a strict service refuses
      --json <file>        write the report as JSON, too

Serving ends with SIGINT or SIGTERM, and with exit code 1 if a request was unexpected or a turn was
not used. Conformance ends with exit code 1 if a requirement failed. Exit code 2: nothing was begun.
`;

const options = {
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  lenient: { type: "boolean", default: false },
  key: { type: "string", multiple: true },
  model: { type: "string" },
  format: { type: "string" },
  json: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/**
 * Reads the words after the program's name.
 * @throws TypeError for words that make no command, saying which
 */
export function readArguments(words: readonly string[]): Command {
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [first, second, ...rest] = positionals;
  if (values.help || first === undefined) return { name: "help" };
  if (first === "conformance") {
    if (second === undefined) throw new TypeError("conformance needs the address of a server.");
    assertNothingMore(rest);
    return {
      name: "conformance",
      baseUrl: second,
      apiKey: values.key?.at(-1),
      model: values.model,
      formats: values.format === undefined ? undefined : [toFormat(values.format)],
      lenient: values.lenient,
      json: values.json,
    };
  }
  assertNothingMore(second === undefined ? [] : [second]);
  return {
    name: "serve",
    script: first,
    port: toPort(values.port),
    host: values.host,
    lenient: values.lenient,
    keys: values.key,
  };
}

function assertNothingMore([word]: readonly string[]): void {
  if (word !== undefined) throw new TypeError(`"${word}" is one word too many; see --help.`);
}

function toFormat(name: string): FormatName {
  const format = findFormat(name);
  if (format === undefined) {
    throw new TypeError(`Unknown format "${name}"; use ${formatNames.join(" or ")}.`);
  }
  return format;
}

/** Port 0 stands for a free one. */
function toPort(text = "0"): number {
  const port = Number(text);
  if (text.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError(`--port needs a whole number from 0 to 65535, not "${text}".`);
  }
  return port;
}

import { toPlainJson } from "@diglot/core/redaction";
import { destination, pino, stdTimeFunctions } from "pino";
import { createLineRedactor } from "./hide-secrets.js";
import type { Log, LogLevel } from "./log.js";
import { type Line, toLine } from "./to-line.js";

/** Milliseconds after which collected lines are written, however few they are. */
const flushInterval = 1_000;
/** Characters that are collected before they are written. */
const minLength = 4_096;

/**
 * Lines of JSON, written with pino, several together and not while a request waits for them. A terminal can
 * show them, whatever callers and upstreams have written into them.
 */
export function createJsonLog(level: LogLevel, file: number): Log {
  const output = destination({ fd: file, sync: false, minLength });
  const lines = { write: (line: string) => void output.write(toPlainJson(line)) };
  const log = pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    lines,
  );
  setInterval(() => output.flush(), flushInterval).unref();
  const redactor = createLineRedactor();
  const write = (line: Line) => {
    const { level, facts, message } = redactor.line(line);
    log[level](facts, message);
  };
  const reporter: Log["reporter"] = (event) => {
    const line = toLine(event);
    if (line) write(line);
  };
  reporter.secrets = redactor.learn;
  return {
    reporter,
    setLevel(next) {
      log.level = next;
    },
    info(message, facts = {}) {
      write({ level: "info", message, facts });
      output.flush();
    },
    warn(message) {
      write({ level: "warn", message, facts: {} });
      output.flush();
    },
    error: (message, error) => write({ level: "error", message, facts: { err: error } }),
    flush: () => output.flushSync(),
  };
}

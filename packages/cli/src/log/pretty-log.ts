import { type Style, style } from "../terminal/style.js";
import { write as writeTo } from "../terminal/write.js";
import { createLineRedactor } from "./hide-secrets.js";
import type { Log, LogLevel, LogStream } from "./log.js";
import { type Line, toLine } from "./to-line.js";
import { toSentence } from "./to-sentence.js";

const ranks: Readonly<Record<LogLevel, number>> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};

const styles: Readonly<Record<Line["level"], Style | undefined>> = {
  debug: "dim",
  info: undefined,
  warn: "yellow",
  error: "red",
};

/** One line for people for each request. */
export function createPrettyLog(level: LogLevel, stream: LogStream): Log {
  let least = ranks[level];
  const redactor = createLineRedactor();
  const write = (line: Line) => {
    if (ranks[line.level] < least) return;
    const time = new Date().toTimeString().slice(0, 8);
    const name = styles[line.level];
    const sentence = toSentence(redactor.line(line));
    writeTo(
      stream,
      `${style("dim", time, stream)} ${name ? style(name, sentence, stream) : sentence}\n`,
    );
  };
  const reporter: Log["reporter"] = (event) => {
    const line = toLine(event);
    if (line) write(line);
  };
  reporter.secrets = redactor.learn;
  return {
    reporter,
    setLevel(next) {
      least = ranks[next];
    },
    info: (message, facts = {}) => write({ level: "info", message, facts }),
    warn: (message) => write({ level: "warn", message, facts: {} }),
    error: (message, err) => write({ level: "error", message, facts: { err } }),
    flush: () => undefined,
  };
}

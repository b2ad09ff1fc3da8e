import type { LogConfig } from "../config/types.js";
import type { Log, LogStream } from "./log.js";

/** Lines for people on a terminal and lines of JSON elsewhere, unless the config says which. */
export async function createLog(
  { format, level = "info" }: LogConfig,
  stream: LogStream,
): Promise<Log> {
  const isPretty = (format ?? (stream.isTTY ? "pretty" : "json")) === "pretty";
  if (isPretty) return (await import("./pretty-log.js")).createPrettyLog(level, stream);
  return (await import("./json-log.js")).createJsonLog(level, stream.fd);
}

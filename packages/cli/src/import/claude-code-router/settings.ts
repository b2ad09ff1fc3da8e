import type { LogConfig } from "../../config/types.js";
import { addCallerKey } from "../draft/callers.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, toNumber } from "../draft/members.js";

const levels: Readonly<Record<string, LogConfig["level"]>> = {
  fatal: "error",
  error: "error",
  warn: "warn",
  info: "info",
  debug: "debug",
  trace: "debug",
};

/** Readers of the settings beside providers and routes. */
export function settingReaders(draft: Draft): MemberReaders {
  const { notes, settings } = draft;
  return {
    APIKEY: (key, path) => {
      if (typeof key === "string" && key !== "") addCallerKey(draft, key, path, "CCR_API_KEY");
    },
    HOST: (host, path) => {
      if (typeof host !== "string") return;
      settings.host = draft.text(host, path, "HOST");
      notes.carried(path, "host.");
    },
    PORT: (port, path) => {
      const number = toNumber(port);
      if (number !== undefined) settings.port = number;
      else if (typeof port === "string") settings.port = draft.text(port, path, "PORT");
      notes.carried(path, "port.");
    },
    LOG: (log, path) => {
      if (log === false) settings.log = { ...settings.log, level: "silent" };
      notes.changed(path, "log.level. Lines go to standard output, not into a file.");
    },
    LOG_LEVEL: (level, path) => {
      const found = typeof level === "string" ? levels[level] : undefined;
      if (found && settings.log?.level !== "silent") settings.log = { level: found };
      notes.carried(path, "log.level.");
    },
    API_TIMEOUT_MS: (time, path) => {
      const total = toNumber(time);
      if (total) settings.service = { timeouts: { total } };
      notes.carried(path, "service.timeouts.total.");
    },
    NON_INTERACTIVE_MODE: (_, path) => notes.carried(path, "Diglot never waits for input here."),
    PROXY_URL: (_, path) => notes.impossible(path, "Upstreams are called without a proxy."),
    CUSTOM_ROUTER_PATH: (_, path) =>
      notes.impossible(path, "Routing by a program needs a config in code, with defineModel."),
    transformers: (_, path) => notes.impossible(path, "Diglot has no plug-ins."),
    CLAUDE_PATH: (_, path) => notes.impossible(path, "diglot run -- claude finds it on the PATH."),
    StatusLine: (_, path) => notes.impossible(path, "diglot run prints a summary at the end."),
    REWRITE_SYSTEM_PROMPT: (_, path) =>
      notes.impossible(path, "Instructions are never replaced. See stablePrompt of an upstream."),
  };
}

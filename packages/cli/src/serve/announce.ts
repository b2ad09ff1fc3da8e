import type { GatewayConfig } from "../config/types.js";
import type { Gateway } from "../gateway/gateway.js";
import type { Log, LogStream } from "../log/log.js";
import { write } from "../terminal/write.js";

/** Where it is said that a gateway listens. */
interface Places {
  readonly log: Pick<Log, "info">;
  /** The form of the log, if it was chosen. */
  readonly format: "json" | "pretty" | undefined;
  readonly output: Pick<LogStream, "isTTY" | "write">;
}

/**
 * Logs where a gateway and its inspector are. The link of the inspector is a secret: it is shown to the person
 * at a terminal, and is in no log.
 */
export function announce(
  { baseUrl, models, inspector }: Pick<Gateway, "baseUrl" | "models" | "inspector">,
  { unknownAccounts }: Pick<GatewayConfig, "unknownAccounts">,
  { log, format, output }: Places,
): void {
  log.info("listening", { baseUrl, models, unknownAccounts, inspector: inspector?.url });
  if (inspector?.link === undefined || !output.isTTY || format === "json") return;
  write(output, `The inspector opens once, without the credential, at ${inspector.link}\n`);
}

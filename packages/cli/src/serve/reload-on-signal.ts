import type { GatewayConfig } from "../config/types.js";
import type { Gateway } from "../gateway/gateway.js";
import type { Log } from "../log/log.js";

/**
 * Takes another config on SIGHUP; if that fails, the one before stays. A signal that comes meanwhile is
 * served afterwards: otherwise what was read first could be used last.
 */
export function reloadOnSignal(
  gateway: Pick<Gateway, "reload">,
  { file, log, load }: ReloadSource,
): void {
  let reloaded = Promise.resolve();
  const reload = async () => {
    try {
      await gateway.reload(await load(file));
      log.info("reloaded", { file });
    } catch (error) {
      log.error("The new config is not used; the one before stays.", error);
    }
  };
  process.on("SIGHUP", () => {
    reloaded = reloaded.then(reload);
  });
}

/** Where a config comes from, and where it is said that it is used. */
export interface ReloadSource {
  readonly file: string;
  readonly log: Pick<Log, "info" | "error">;
  readonly load: (file: string) => Promise<GatewayConfig>;
}

import type { CheckedConfig } from "../config/check/check-config.js";
import { isLoopback, listOwnHosts } from "../config/reachable.js";
import type { Notices } from "../log/log.js";
import { toAddress } from "./lifecycle/listen.js";

/** Whether others than the programs of this machine may call without a key. */
function isOpenToAll(config: CheckedConfig): boolean {
  return config.allowAnonymous === true && !isLoopback(toAddress(config).host);
}

/** Says that everyone may call, if that is so. */
export function sayOpenToAll(config: CheckedConfig, notices: Pick<Notices, "warn">): void {
  if (!isOpenToAll(config)) return;
  const { host } = toAddress(config);
  notices.warn(`Everyone who reaches ${host} may call without a key (allowAnonymousFromNetwork).`);
}

/**
 * Hosts under which a gateway that everyone may call is called, where its config names none: its own
 * addresses. Names are left out: a page of another site may have a name that resolves to this machine.
 */
export function hostsOfAll(config: CheckedConfig): readonly string[] | undefined {
  return isOpenToAll(config) ? listOwnHosts(toAddress(config).host) : undefined;
}

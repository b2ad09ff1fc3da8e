import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { WebToolError } from "@diglot/core";
import ipaddr from "ipaddr.js";

/** Whether an address belongs to the public internet: not to this machine, a private network or a cloud's own services. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === "unicast";
}

/** Refuses a host that is written as an address and is not public. @throws WebToolError `url_not_allowed` */
export function assertPublicHost({ hostname }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && !isPublic(address)) throw new WebToolError("url_not_allowed");
}

/**
 * Looks a name up as the system does, and refuses addresses that are not public. It is asked when a
 * connection is made, so a name cannot change its address after the check.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const found = addresses.filter(({ address }) => isPublic(address));
    const [first] = found;
    if (!first) return callback(new WebToolError("url_not_allowed"), []);
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

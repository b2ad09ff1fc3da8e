import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Whether only programs of this machine reach what listens on a host: an address of the loopback network, or
 * `localhost`. Any other name or address, and those that stand for all networks, may be reached by others.
 */
export function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === "localhost";
  return loopback.check(host, version === 4 ? "ipv4" : "ipv6");
}

const privateNetworks = new BlockList();
privateNetworks.addSubnet("10.0.0.0", 8, "ipv4");
privateNetworks.addSubnet("172.16.0.0", 12, "ipv4");
privateNetworks.addSubnet("192.168.0.0", 16, "ipv4");
privateNetworks.addSubnet("169.254.0.0", 16, "ipv4");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/**
 * Whether a host, as `URL` names it, is this machine or one of the same network: by its address, or by a
 * name without dots or in `.local`. Other names are not looked up.
 */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const version = isIP(host);
  if (version === 0) return !host.includes(".") || /\.local$/i.test(host);
  return isLoopback(host) || privateNetworks.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** The hosts under which others call what listens on a host: itself, or each address of the machine. */
export function listOwnHosts(host: string): readonly string[] {
  const isEverywhere = /^(?:0\.0\.0\.0|[0:]*)$/.test(host);
  const addresses = isEverywhere
    ? Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
    : [host];
  return addresses.map(toUrlHost);
}

/** A host as it stands in an address. */
export function toUrlHost(host: string): string {
  return host.includes(":") ? `[${host.toLowerCase()}]` : host.toLowerCase();
}

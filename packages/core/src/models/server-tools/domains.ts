import type { OfferedServerTool } from "../../conversation/server-tools.js";

type Lists = Pick<OfferedServerTool, "allowedDomains" | "blockedDomains">;

/**
 * Whether the lists of a caller allow an address. An entry is a domain, which stands for its subdomains too,
 * and may be followed by the beginning of a path: `example.com/docs`.
 */
export function isAllowed(
  address: string,
  { allowedDomains, blockedDomains = [] }: Lists,
): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  const isIn = (entry: string) => matches(url, entry);
  return (!allowedDomains || allowedDomains.some(isIn)) && !blockedDomains.some(isIn);
}

function matches({ hostname, pathname }: URL, entry: string): boolean {
  const [, domain = "", path = "/"] = /^([^/]*)(\/.*)?$/.exec(entry.toLowerCase()) ?? [];
  const isHost = hostname === domain || hostname.endsWith(`.${domain}`);
  return domain !== "" && isHost && pathname.toLowerCase().startsWith(path);
}

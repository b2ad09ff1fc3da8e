import type { HeaderLookup } from "@diglot/core";

/** The names of headers and parameters that hold credentials; proxies have their own names for their keys. */
const credentialNames = /(?:api[-_]?key|token|secret|cookie|authorization)$/i;

const mask = "***";
const shownCharacters = 4;
/** What is shorter would be guessed from its end. */
const shortestShown = 12;

/** The headers by their names in lower case; of credentials only the last four characters are left, of short ones none. */
export function maskHeaders(headers: HeaderLookup): Readonly<Record<string, string>> {
  const names = [...headers.keys()];
  return Object.fromEntries(
    names.map((name) => [name.toLowerCase(), maskValue(name, headers.get(name) ?? "")]),
  );
}

/** The value as it may be shown. */
export function maskValue(name: string, value: string): string {
  if (!credentialNames.test(name)) return value;
  const scheme = /^(?:Bearer|Basic) /i.exec(value)?.[0] ?? "";
  const secret = value.slice(scheme.length);
  return scheme + mask + (secret.length < shortestShown ? "" : secret.slice(-shownCharacters));
}

/** A path whose query shows no credentials. */
export function maskPath(path: string): string {
  return path.replace(
    /([?&])([^=&#]+)=([^&#]*)/g,
    (parameter: string, before: string, name: string, value: string) =>
      name === "key" || credentialNames.test(name)
        ? `${before}${name}=${maskValue("api-key", value)}`
        : parameter,
  );
}

import { InvalidArgumentError } from "commander";

/** The number of a port; 0 stands for any that is free. */
export function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
}

/**
 * The address of a server, without a slash at the end, and without the `/v1` that clients of Chat
 * Completions have.
 */
export function readAddress(text: string): string {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isAddress) return text.replace(/\/+$/, "").replace(/\/v1$/, "");
  throw new InvalidArgumentError("It must be an address such as http://127.0.0.1:8787.");
}

/** The address of a server of models, as its clients take it. */
export function readUpstream(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  const example = /^[\w.-]+(:\d+)?(\/.*)?$/.test(text) ? text : "127.0.0.1:11434/v1";
  throw new InvalidArgumentError(`It must be an address such as http://${example}.`);
}

/** Values of an option that may be repeated. */
export function collect(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

/** Names with commas between them, of an option that may be repeated. */
export function collectNames(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, ...text.split(",").map((name) => name.trim())];
}

/** A limit: a whole number above 0, or `none` to remove it. */
export function readLimit(text: string): number | "none" {
  if (text === "none") return text;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above 0, or none.");
}

/** A day of the calendar, such as `2026-11-01`. */
export function readDay(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // The 30th of February is read as a day in March.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError("It must be a day such as 2026-11-01.");
}

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A length of time, such as `90s`, `15m`, `24h` or `30d`, in seconds. */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  if (unit !== undefined) return Number(amount) * units[unit as keyof typeof units];
  throw new InvalidArgumentError("It must be a time such as 90s, 15m, 24h or 30d.");
}

/** When something ends: a day, a time with its zone, or a length of time from now on; or `never`. */
export function readExpiry(text: string): string {
  if (text === "never" || /^\d{4}-\d\d-\d\d/.test(text)) return text;
  try {
    return new Date(Date.now() + readDuration(text) * 1_000).toISOString();
  } catch {
    const forms = "a day such as 2027-01-31, a time such as 2027-01-31T12:00:00Z, 90d, or never";
    throw new InvalidArgumentError(`It must be ${forms}.`);
  }
}

const groups = ["day", "model", "key", "account", "end_user", "session"];

/** What usage is summed by: names separated by commas. */
export function readGroups(text: string): readonly string[] {
  const names = text.split(",");
  if (names.every((name) => groups.includes(name))) return [...new Set(names)];
  throw new InvalidArgumentError(
    `It must be one or more of ${groups.join(", ")}, separated by commas.`,
  );
}

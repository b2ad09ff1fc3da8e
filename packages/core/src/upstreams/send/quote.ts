import { clip } from "../../errors/clip.js";

/**
 * A text of an upstream as it may be shown, on one line of at most 1,000 characters: what looks like a
 * key or like the upstream's address is replaced. `undefined` if nothing of it may be shown.
 */
export type Quote = (text: string) => string | undefined;

/** The most characters that are shown of an upstream's text. */
const longestQuote = 1_000;
const placeholder = "[hidden]";

/**
 * @param holdsSecret whether a text has a secret of the upstream
 * @param baseUrl the upstream's address
 */
export function createQuote(holdsSecret: (text: string) => boolean, baseUrl: string): Quote {
  const address = toAddressPattern(new URL(baseUrl));
  return (text) => {
    if (holdsSecret(text)) return undefined;
    const shown = hideKeys(text.replace(invisible, " "))
      .replace(address, placeholder)
      .replace(ipAddress, placeholder)
      .replace(/ {2,}/g, " ")
      .trim();
    return shown === "" ? undefined : clip(shown, longestQuote);
  };
}

/** Control characters, line breaks, and characters that change how others are shown. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const ipAddress = /(?:https?:\/\/)?\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?(?:\/[^\s"'<>]*)?/gi;

/** A name without a dot, such as `ollama`, is also a word; it is an address in a URL or before a port. */
function toAddressPattern({ hostname }: URL): RegExp {
  const host = hostname.replace(/[^\w-]/g, "\\$&");
  const rest = "(?:\\/[^\\s\"'<>]*)?";
  const inUrl = `https?:\\/\\/${host}(?::\\d+)?${rest}`;
  const bare = /[.:]/.test(hostname) ? `${host}(?::\\d+)?${rest}` : `${host}:\\d+${rest}`;
  return new RegExp(`${inUrl}|(?<![\\w.-])${bare}`, "gi");
}

/** The beginnings of keys that services give out. */
const prefixedKey =
  /\b(?:(?:sk|pk|rk|gsk|csk|xai|hf|nvapi|r8|pplx|fw|tgp|glpat|github_pat|gh[a-z]|xox[a-z])[-_]|AIza|AKIA|eyJ)[\w.*+/=~-]{6,}/g;
/** What follows a word for a credential. */
const namedKey =
  /\b(bearer +|(?:api[-_ ]?key|password|secret|token)["']? *[:=] *["']?)[^\s"',;]{8,}/gi;
/** A run of characters that may be a key without a prefix. */
const run = /[\w+/=-]{20,}/g;
/** Ids that requests, replies and tool calls have; callers need them to find what is at fault. */
const id = /^(?:call|toolu|srvtoolu|msg|req|resp|chatcmpl|fc|file)[-_]/i;

function hideKeys(text: string): string {
  return text
    .replace(prefixedKey, placeholder)
    .replace(namedKey, `$1${placeholder}`)
    .replace(run, (found) => (!id.test(found) && isRandom(found) ? placeholder : found));
}

/** Whether a long part mixes letters and digits as no name does. */
function isRandom(text: string): boolean {
  return text
    .split(/[^A-Za-z0-9]/)
    .some((part) => part.length >= 20 && /[A-Za-z]/.test(part) && /(?:\d\D*){5}/.test(part));
}

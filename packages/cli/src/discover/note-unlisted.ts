import { toPlainLine } from "@diglot/core/redaction";
import { nearestName } from "./nearest-name.js";

/** The tag that a name without one means at servers whose names have tags. */
const defaultTag = ":latest";

/**
 * A sentence for whoever asks a server for a model that it does not list, with the nearest name that it
 * does. It is no mistake: servers may answer to more names than they list.
 * @returns absent: the server lists the model, or nothing at all
 */
export function noteUnlisted(
  baseUrl: string,
  listed: readonly string[],
  asked: string,
): string | undefined {
  if (listed.includes(asked) || listed.includes(asked + defaultTag)) return undefined;
  const nearest = nearestName(asked, listed);
  if (nearest === undefined) return undefined;
  const which = listed.length === 1 ? "only" : `${listed.length} others; the nearest is`;
  return toPlainLine(`${baseUrl} does not list the model ${asked}, but ${which} ${nearest}.`);
}

import { defaultKey } from "../probing/create-probe.js";
import type { Target } from "../probing/probe.js";

/** A text without the key of the target, in case the server has repeated it. */
export function maskKey(text: string, { apiKey = defaultKey }: Target): string {
  return apiKey === "" ? text : text.replaceAll(apiKey, "[key]");
}

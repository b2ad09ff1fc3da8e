import { isObject } from "../../json/is-object.js";
import { pick } from "../../json/pick.js";
import { Failure } from "../../terminal/failure.js";
import { type Kind, kindNames, kinds } from "../kinds.js";

/** How each kind is recognised. */
const signs: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  litellm: (value) => hasOne(value, ["model_list", "litellm_settings", "router_settings"]),
  "claude-code-router": (value) => hasOne(value, ["Providers", "Router"]),
  portkey: (value) =>
    hasOne(value, ["targets", "strategy", "provider", "virtual_key", "virtualKey"]),
  aimock: (value) => Array.isArray(pick(value, "fixtures")),
  har: (value) => Array.isArray(pick(value, "log", "entries")),
};

/**
 * What a file is, judged by the names of its members.
 * @throws Failure if it is none of the kinds
 */
export function detectKind(file: string, value: unknown): Kind {
  const found = kinds.find((kind) => signs[kind](value));
  if (found) return found;
  const names = kinds.map((kind) => kindNames[kind]).join(", ");
  throw new Failure(`${file} is none of these: ${names}.`, {
    hint: `If it is one, name it: --from ${kinds.join(", --from ")}.`,
  });
}

function hasOne(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.some((name) => Object.hasOwn(value, name));
}

import { createUpstreamModel } from "../../config/options/create-upstream-model.js";
import { isObject } from "../../json/is-object.js";
import type { Path } from "../report/item.js";
import type { Draft } from "./draft.js";

const secretNames = /auth|key|token|secret|credential|password/i;

/** The headers of an upstream, by headers of a file. Those that the library refuses are noted. */
export function readHeaders(
  value: unknown,
  path: Path,
  draft: Draft,
): Readonly<Record<string, string>> {
  const members = Object.entries(isObject(value) ? value : {});
  const read = members.flatMap(([name, text]) => {
    const place = [...path, name];
    if (typeof text !== "string" || !isAllowed(name)) {
      draft.notes.impossible(place, "An upstream takes no such header. Use apiKey for a key.");
      return [];
    }
    if (secretNames.test(name))
      return [[name, draft.secret(text, place, `header ${name}`)] as const];
    draft.notes.carried(place, "A header of the upstream.");
    return [[name, draft.text(text, place, `header ${name}`)] as const];
  });
  return Object.fromEntries(read);
}

/** Whether the library lets an upstream have this header. */
function isAllowed(name: string): boolean {
  try {
    const headers = { [name]: "a" };
    createUpstreamModel("chat-completions", { id: "a", baseUrl: "http://a.invalid", headers });
    return true;
  } catch {
    return false;
  }
}

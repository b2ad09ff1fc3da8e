import { parseJson } from "../../json/value.js";

/** Puts the public name of a model in place of the upstream's own. */
export interface ModelRename {
  /** In a text for people. */
  text(text: string): string;
  /**
   * In the strings of a JSON text. Names of members stay, and so do single words, such as an error's code,
   * unless they are the value of a member `model`.
   */
  json(json: string): string;
}

/**
 * The replacement of one name by another. A name inside a longer word of letters, digits and
 * underscores stays. A hyphen or a dot ends a name, so the beginning of a dated name is replaced, too.
 */
export function createModelRename(from: string, to: string): ModelRename {
  if (from === to) return { text: (text) => text, json: (json) => json };
  const name = new RegExp(`(?<!\\w)${from.replace(/[^\w]/g, "\\$&")}(?!\\w)`, "g");
  const text = (said: string) => said.replace(name, () => to);
  const renameToken = (_token: string, model: string | undefined, found: string) => {
    if (model !== undefined) return model + renameString(found, text);
    return kept.test(found) ? found : renameString(found, text);
  };
  return { text, json: (json) => json.replace(stringToken, renameToken) };
}

/** A string, with the colon behind it if it is the name of a member, or with `"model":` before it. */
const stringToken = /("model"\s*:\s*)?("(?:[^"\\]|\\.)*"(?:\s*:)?)/g;
/** A code, a type, the name of a parameter, or that of a member. */
const kept = /^"[A-Za-z_]*"$|:$/;

function renameString(json: string, rename: (text: string) => string): string {
  const said = parseJson(json);
  const renamed = typeof said === "string" ? rename(said) : said;
  return renamed === said ? json : JSON.stringify(renamed);
}

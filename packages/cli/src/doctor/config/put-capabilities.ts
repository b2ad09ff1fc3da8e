import jsonc from "jsonc-parser";
import { parseJson } from "../../json/parse-json.js";
import { pick } from "../../json/pick.js";
import type { FoundCapabilities } from "../capabilities.js";
import type { ConfigPath } from "./find-place.js";

/**
 * A config in JSON with these capabilities at a place. Capabilities that are there already keep what was
 * not found out, and everything else in the text stays as it is written.
 */
export function putCapabilities(
  text: string,
  place: ConfigPath,
  capabilities: FoundCapabilities,
): string {
  const path = [...place, "capabilities"];
  const before = pick(parseJson(text), ...path);
  const value = { ...Object(before), ...capabilities };
  const formattingOptions = { ...toIndentation(text), eol: text.includes("\r\n") ? "\r\n" : "\n" };
  return jsonc.applyEdits(text, jsonc.modify(text, path, value, { formattingOptions }));
}

/** How the text is indented: two spaces, unless its first indented line says otherwise. */
function toIndentation(text: string): jsonc.FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length };
}

import type { Issue } from "@diglot/core/formats";
import type { TextOptions } from "../schemas/options.js";

/** Finds what is missing of a schema for the text: it needs a name. */
export function findFormatIssue(text: TextOptions | null | undefined): Issue | undefined {
  const format = text?.format;
  if (format?.type !== "json_schema") return undefined;
  const missing = (["name", "schema"] as const).find((name) => format[name] == null);
  if (missing === undefined) return undefined;
  return {
    code: "invalid_type",
    expected: missing === "name" ? "string" : "object",
    input: undefined,
    path: ["format", missing],
  };
}

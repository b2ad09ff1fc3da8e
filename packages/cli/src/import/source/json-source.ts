import jsonc from "jsonc-parser";
import { Failure } from "../../terminal/failure.js";
import { lineAt, type Source } from "./source.js";

/**
 * Reads JSON; comments and commas at the end are allowed, as claude-code-router allows them.
 * @throws Failure that names the file and the line of the first mistake
 */
export function readJsonSource(file: string, text: string): Source {
  const errors: jsonc.ParseError[] = [];
  const root = jsonc.parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) {
    const line = lineAt(text, error?.offset ?? 0);
    const reason = error ? jsonc.printParseErrorCode(error.error) : "it is empty";
    throw new Failure(`${file}:${line}: is not JSON: ${reason}.`);
  }
  return {
    value: jsonc.getNodeValue(root),
    line(path) {
      const node = jsonc.findNodeAtLocation(root, [...path]);
      // A member begins with its name.
      const place = node?.parent?.type === "property" ? node.parent : node;
      return place && lineAt(text, place.offset);
    },
  };
}

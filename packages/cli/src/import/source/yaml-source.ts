import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
import { Failure } from "../../terminal/failure.js";
import type { Path } from "../report/item.js";
import type { Source } from "./source.js";

/**
 * Reads YAML 1.1, which Python programs read: `yes` is a boolean, and `<<` merges.
 * @throws Failure that names the file and the line of the first mistake
 */
export function readYamlSource(file: string, text: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: "1.1", lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    throw new Failure(
      `${file}:${lines.linePos(error.pos[0]).line}: is not YAML: ${error.message}.`,
    );
  }
  return {
    value: toValue(file, document),
    line(path) {
      const offset = offsetOf(document, path);
      return offset === undefined ? undefined : lines.linePos(offset).line;
    },
  };
}

/** Aliases are followed a limited number of times, so that a small file cannot fill the memory. */
function toValue(file: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 1_000 });
  } catch (cause) {
    throw new Failure(`${file}: is not YAML: ${(cause as Error).message}.`, { cause });
  }
}

/** Where a place begins: a member at its name. */
function offsetOf(document: Document, path: Path): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const name = path.at(-1);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isNode(key) && key.toJSON() === name)
    : undefined;
  const node = pair?.key ?? (path.length === 0 ? document.contents : document.getIn(path, true));
  return isNode(node) ? node.range?.[0] : undefined;
}

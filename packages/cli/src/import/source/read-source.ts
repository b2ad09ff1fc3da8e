import { readFileSync } from "node:fs";
import { Failure } from "../../terminal/failure.js";
import { readJsonSource } from "./json-source.js";
import type { Source } from "./source.js";

/**
 * Reads a file as JSON, with or without comments, or as YAML.
 * @throws Failure that names the file, and the line of a mistake
 */
export async function readSource(file: string): Promise<Source> {
  const text = readText(file);
  if (/^\s*(?:[{[]|\/[/*])/.test(text)) return readJsonSource(file, text);
  const { readYamlSource } = await import("./yaml-source.js");
  return readYamlSource(file, text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    throw new Failure(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

import { readFileSync, writeFileSync } from "node:fs";
import { interpolate } from "../../config/check/interpolate.js";
import { Failure } from "../../terminal/failure.js";
import type { FoundCapabilities } from "../capabilities.js";
import { type Examined, findPlace } from "./find-place.js";
import { putCapabilities } from "./put-capabilities.js";

/** A config that takes what was found. */
export interface OpenConfig {
  /** Writes the capabilities, if the file can be edited; returns what was done, for people. */
  put(capabilities: FoundCapabilities): string;
}

/**
 * Opens a config and finds where it describes what was examined. A config in JavaScript or TypeScript is
 * not edited.
 *
 * @throws Failure if the file cannot be read, is not JSON, or does not describe it
 */
export function openConfig(file: string, examined: Examined): OpenConfig {
  if (!file.endsWith(".json")) {
    const words = `${file} is a program, which is not edited: paste the capabilities yourself.`;
    return { put: () => words };
  }
  const text = readText(file);
  const place = findPlace(interpolate(parse(text, file), process.env).value, examined, file);
  return {
    put(capabilities) {
      writeFileSync(file, putCapabilities(text, place, capabilities));
      return `${file}: the capabilities are in ${place.join(".")}.capabilities.`;
    },
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Failure(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

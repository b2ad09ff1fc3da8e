import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checks } from "@diglot/core";
import { validTurns } from "../fake/check/check-turn.js";
import type { Fake } from "../fake/fake.js";
import type { Turn } from "../fake/turns/turn.js";

/** A script that was read: adds its turns to a fake. */
export type ReadScript = (fake: Fake) => unknown;

/**
 * Reads a script from a file. JSON is a list of turns. A module's default export is a list of turns,
 * or a function that is given the fake.
 * @throws TypeError that names the file and what is wrong with it
 */
export async function readScript(path: string): Promise<ReadScript> {
  const value = extname(path) === ".json" ? await readJson(path) : await readModule(path);
  if (typeof value === "function") return value as ReadScript;
  if (!Array.isArray(value)) {
    throw new TypeError(
      `${path} holds no script: a list of turns, or a module whose default export is one, or a function.`,
    );
  }
  checks.checkOptions(path, value, validTurns, "script");
  return (fake) => fake.script(value as readonly Turn[]);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

async function readModule(path: string): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(path)).href);
    return module.default;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${path} cannot be loaded: ${reason}`, { cause: error });
  }
}

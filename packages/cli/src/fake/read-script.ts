import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checkTurns, type Fake } from "@diglot/testing";
import { Failure } from "../terminal/failure.js";

/** A script that was read: adds its turns to a fake. */
export type ReadScript = (fake: Fake) => unknown;

/**
 * Reads a script from a file. JSON is a list of turns. A module's default export is a list of turns,
 * or a function that is given the fake.
 * @throws Failure that names the file and what is wrong with it
 */
export async function readScript(path: string): Promise<ReadScript> {
  const value = extname(path) === ".json" ? await readJson(path) : await readModule(path);
  if (typeof value === "function") return value as ReadScript;
  const turns = checkScript(path, value);
  return (fake) => fake.script(turns);
}

function checkScript(path: string, value: unknown) {
  if (!Array.isArray(value)) {
    throw new Failure(`${path} has no script.`, {
      hint: "A script is a list of turns, or a module whose default export is one, or a function.",
    });
  }
  try {
    return checkTurns(value);
  } catch (cause) {
    throw toFailure(path, cause);
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw toFailure(path, cause);
  }
}

async function readModule(path: string): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(path)).href);
    return module.default;
  } catch (cause) {
    throw toFailure(path, cause);
  }
}

function toFailure(path: string, cause: unknown): Failure {
  if (!existsSync(path)) {
    return new Failure(`${path} does not exist.`, {
      hint: "Name a script, relative to the working directory: a .json, .js, .mjs or .ts file.",
      cause,
    });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Failure(`${path} cannot be used: ${reason}`, { cause });
}

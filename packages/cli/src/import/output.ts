import { existsSync } from "node:fs";
import { Failure } from "../terminal/failure.js";
import type { Kind } from "./kinds.js";

/** How the name of what is written must end, so that it is read as what it is; a tape is a folder. */
const endings: Readonly<Record<Exclude<Kind, "har">, string>> = {
  litellm: ".json",
  "claude-code-router": ".json",
  portkey: ".json",
  aimock: ".mjs",
};

/** @throws Failure if a file of this name would not be read as what is written */
export function assertName(kind: Kind, out: string): void {
  if (kind === "har" || out.endsWith(endings[kind])) return;
  throw new Failure(`${out} would not be read as what is written.`, {
    hint: `Name a file that ends in ${endings[kind]}.`,
  });
}

/** @throws Failure if there is something of this name */
export function assertFree(kind: Kind, out: string): void {
  if (!existsSync(out)) return;
  const hint = kind === "har" ? "--force adds to it." : "--force replaces it.";
  throw new Failure(`${out} exists already.`, { hint });
}

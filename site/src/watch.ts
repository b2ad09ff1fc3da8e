import { globSync, watch } from "node:fs";
import { join } from "node:path";
import { root } from "./places.ts";

/** Folders that are watched with all that they contain. */
const whole = ["docs", "site/theme"];

/** Calls back after documents or parts of the theme have changed, once for all changes at a time. */
export function watchSources(onChange: () => void): void {
  let isScheduled = false;
  for (const folder of [...whole, ".", "site", ...globSync("packages/*", { cwd: root })]) {
    const recursive = whole.includes(folder);
    watch(join(root, folder), { recursive }, (_type, name) => {
      if (isScheduled || !name || !/\.(md|vue|css|mjs|ts)$/.test(name)) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        attempt(onChange);
      });
    });
  }
}

/** A document that somebody is writing may have a dead link for a while. */
function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

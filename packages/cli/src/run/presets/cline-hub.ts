import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** The most checks whether the hub has started or ended, and the milliseconds between two of them. */
const maxChecks = 30;
const interval = 100;

/**
 * Ends the hub that has written this file, and waits until it has exited, because it writes to the same
 * folder on exit. A hub that is still starting has only made a lock, so its file is waited for. Without a
 * file and a lock there is no hub.
 */
export async function endHub(file: string): Promise<void> {
  await waitWhile(() => !existsSync(file) && existsSync(`${file}.lock`));
  const pid = readPid(file);
  if (pid === undefined || !signal(pid, "SIGTERM")) return;
  await waitWhile(() => signal(pid, 0));
}

async function waitWhile(condition: () => boolean): Promise<void> {
  for (let check = 0; check < maxChecks && condition(); check++) await setTimeout(interval);
}

function readPid(file: string): number | undefined {
  try {
    const { pid }: { readonly pid?: unknown } = JSON.parse(readFileSync(file, "utf8"));
    return typeof pid === "number" && Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a signal; 0 only asks whether the process runs. Returns false if it does not. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

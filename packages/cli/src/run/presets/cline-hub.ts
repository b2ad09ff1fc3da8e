import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** How often, and after how many milliseconds each, it is looked whether the hub has begun or ended. */
const looks = 30;
const pause = 100;

/**
 * Ends the hub that has written this file, and waits for its end, since it writes once more beside the
 * file then. One that is about to start has only made a lock, and is waited for; if there is neither, none
 * was started.
 */
export async function endHub(file: string): Promise<void> {
  await waitWhile(() => !existsSync(file) && existsSync(`${file}.lock`));
  const pid = readPid(file);
  if (pid === undefined || !signal(pid, "SIGTERM")) return;
  await waitWhile(() => signal(pid, 0));
}

async function waitWhile(condition: () => boolean): Promise<void> {
  for (let look = 0; look < looks && condition(); look++) await setTimeout(pause);
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

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { needs } from "./needs.js";

/** A file system of 1 MiB, and what removes it. */
export interface SmallDisk {
  readonly folder: string;
  remove(): void;
}

/** Options of tests that fill a disk. */
export const needsSmallDisk = needs("the right to mount a file system", canMount());

/** Mounts a file system of 1 MiB, for tests that have the options `needsSmallDisk`. */
export function mountSmallDisk(): SmallDisk {
  const disk = tryToMount();
  if (disk) return disk;
  throw new Error("This test needs a small disk: give it the options needsSmallDisk.");
}

function canMount(): boolean {
  const disk = tryToMount();
  disk?.remove();
  return disk !== undefined;
}

function tryToMount(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "diglot-disk-"));
  const options = `size=1m,uid=${userInfo().uid}`;
  const isMounted = asRoot("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder);
  const remove = () => {
    if (isMounted) asRoot("umount", "-l", folder);
    rmSync(folder, { recursive: true });
  };
  if (isMounted) return { folder, remove };
  remove();
  return undefined;
}

/** Runs a command as root, by `sudo` where it asks for no password, and tells whether it succeeded. */
function asRoot(command: string, ...words: readonly string[]): boolean {
  const [program, ...before] = userInfo().uid === 0 ? [command] : ["sudo", "-n", command];
  return spawnSync(program ?? command, [...before, ...words]).status === 0;
}

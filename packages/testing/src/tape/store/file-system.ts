/** What a file tape needs of the runtime's `node:fs/promises`. */
export interface FileSystem {
  mkdir(path: string, options: { readonly recursive: true }): Promise<unknown>;
  readdir(path: string): Promise<readonly string[]>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: true }): Promise<void>;
}

interface Runtime {
  readonly process?: {
    readonly pid?: number;
    readonly getBuiltinModule?: (name: string) => unknown;
  };
}

function runtimeProcess(): Runtime["process"] {
  return (globalThis as Runtime).process;
}

/**
 * The files of Node from 22.3, Bun or Deno. Asked for at run time, so that the package can be
 * bundled for runtimes without files.
 * @throws Error where there is no file system
 */
export function openFileSystem(): FileSystem {
  const files = runtimeProcess()?.getBuiltinModule?.("node:fs/promises");
  if (files) return files as FileSystem;
  throw new Error(
    "createFileTape needs the files of Node 22.3 or later, Bun or Deno; elsewhere, use createTape.",
  );
}

/** The number of this process, so that two that write at once do not share a file. */
export function processNumber(): number {
  return runtimeProcess()?.pid ?? 0;
}

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownRoot } from "../shared/project.ts";

/** A checkout that is there for one run. */
export interface Checkout {
  readonly root: string;
  remove(): void;
}

/** Milliseconds that one package may take to be built. */
const patience = 120_000;

/**
 * Checks out a state of this repository in a temporary folder, and builds there what is measured, with
 * the dependencies that are installed here.
 */
export function checkOut(ref: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "diglot-bench-"));
  const root = join(folder, "checkout");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ownRoot, stdio: "pipe" });
  const remove = () => {
    git("worktree", "remove", "--force", root);
    rmSync(folder, { recursive: true, force: true });
  };
  git("worktree", "add", "--detach", root, ref);
  try {
    linkDependencies(root);
    for (const name of readdirSync(join(root, "packages")))
      buildPackage(join(root, "packages", name));
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}

/** Links what is installed here, except for the packages of the repository itself. */
function linkDependencies(root: string): void {
  const [from, to] = [join(ownRoot, "node_modules"), join(root, "node_modules")];
  mkdirSync(join(to, "@diglot"), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@diglot" && name !== ".cache") symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(root, "packages"))) {
    symlinkSync(join(root, "packages", name), join(to, "@diglot", name));
  }
}

/** Without declarations, packages are built in any order. */
function buildPackage(cwd: string): void {
  if (!existsSync(join(cwd, "tsup.config.ts"))) return;
  const tsup = join(ownRoot, "node_modules/tsup/dist/cli-default.js");
  execFileSync(process.execPath, [tsup, "--no-dts", "--silent"], {
    cwd,
    stdio: "pipe",
    timeout: patience,
  });
}

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** One runtime with the server program that is started on it. */
export interface Runtime {
  /** For titles, such as `node-22 (adapter-node-http)`. */
  readonly name: string;
  /** For the table of differences. */
  readonly platform: "node" | "express" | "bun" | "deno" | "workerd";
  /** The version that the binary reports; `undefined` if it cannot be had on this machine. */
  readonly version: string | undefined;
  readonly binary: string;
  readonly arguments: readonly string[];
  /** The descriptor on which the port is announced. */
  readonly announcesOn: 1 | 3;
}

const packageFolder = resolve(import.meta.dirname, "..");
const moduleFolders = [
  resolve(packageFolder, "node_modules"),
  resolve(packageFolder, "../../node_modules"),
];

/** Where the server programs are built to. */
export const builtFolder = resolve(packageFolder, "dist/runtimes");

const program = (name: string) => resolve(builtFolder, `${name}.js`);

/** The path of a binary inside an installed package; the first of several that works. */
export function findBinary(...candidates: readonly string[]): string | undefined {
  return candidates
    .flatMap((path) => moduleFolders.map((folder) => resolve(folder, path)))
    .find((path) => existsSync(path) && versionOf(path) !== undefined);
}

function versionOf(binary: string): string | undefined {
  const { status, stdout } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return status === 0 ? /\d[\w.-]+/.exec(stdout)?.[0] : undefined;
}

const node22 = ["node-22/bin/node"];
const node24 = ["node/bin/node"];
const node26 = ["node-26/bin/node"];
// Without its install script the package "bun" holds a placeholder; the binary is in the other one.
const bun = ["@oven/bun-linux-x64/bin/bun", "bun/bin/bun.exe"];
const deno = ["@deno/linux-x64-glibc/deno", "deno/deno"];
const workerd = ["@cloudflare/workerd-linux-64/bin/workerd", "workerd/bin/workerd"];

type Plan = Omit<Runtime, "version" | "binary" | "announcesOn"> & {
  readonly candidates: readonly string[];
  readonly announcesOn?: 3;
};

const plans: readonly Plan[] = [
  {
    name: "node-22 (adapter-node-http)",
    platform: "node",
    candidates: node22,
    arguments: [program("node")],
  },
  {
    name: "node-24 (adapter-node-http)",
    platform: "node",
    candidates: node24,
    arguments: [program("node")],
  },
  {
    name: "node-26 (adapter-node-http)",
    platform: "node",
    candidates: node26,
    arguments: [program("node")],
  },
  {
    name: "node-24 (adapter-express, express 5)",
    platform: "express",
    candidates: node24,
    arguments: [program("express"), "express"],
  },
  {
    name: "node-24 (adapter-express, express 4)",
    platform: "express",
    candidates: node24,
    arguments: [program("express"), "express-4"],
  },
  {
    name: "bun (adapter-fetch)",
    platform: "bun",
    candidates: bun,
    arguments: ["run", program("bun")],
  },
  {
    name: "deno (adapter-fetch)",
    platform: "deno",
    candidates: deno,
    arguments: [
      "run",
      "--no-prompt",
      "--allow-net",
      "--allow-read",
      "--allow-env",
      program("deno"),
    ],
  },
  {
    name: "workerd (adapter-fetch)",
    platform: "workerd",
    candidates: workerd,
    arguments: ["serve", "--control-fd=3", resolve(builtFolder, "workerd.capnp")],
    announcesOn: 3,
  },
];

/** All runtimes that the suite knows, also those that cannot be had here. */
export const runtimes: readonly Runtime[] = plans.map(({ candidates, ...plan }) => {
  const binary = findBinary(...candidates);
  return {
    announcesOn: 1,
    ...plan,
    binary: binary ?? "",
    version: binary === undefined ? undefined : versionOf(binary),
  };
});

/** What a title says of tests that need a runtime whose binary is not installed. */
export function needsRuntime(name: string): string {
  return `(needs the runtime ${name}, which is not installed)`;
}

/** The binary of the oldest supported line of Node, if it is installed. */
export const oldestNode = findBinary(...node22);

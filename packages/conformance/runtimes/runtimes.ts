import { resolve } from "node:path";
import { programOf, type RuntimeName } from "@diglot/test-support/parts/runtimes";

/** One runtime with the server program that is started on it. */
export interface Runtime {
  readonly name: RuntimeName;
  /** Such as `node-22 (adapter-node-http)`. */
  readonly title: string;
  /** For the table of differences. */
  readonly platform: "node" | "express" | "bun" | "deno" | "workerd";
  /** The path of its program; empty if it is not installed. */
  readonly binary: string;
  readonly arguments: readonly string[];
  /** The descriptor on which the port is announced. */
  readonly announcesOn: 1 | 3;
}

const packageFolder = resolve(import.meta.dirname, "..");
/** Where the server programs are built to. */
export const builtFolder = resolve(packageFolder, "dist/runtimes");

const program = (name: string) => resolve(builtFolder, `${name}.js`);

type Plan = Omit<Runtime, "title" | "binary" | "announcesOn"> & {
  readonly adapter: string;
  readonly announcesOn?: 3;
};

const plans: readonly Plan[] = [
  {
    name: "node-22",
    adapter: "adapter-node-http",
    platform: "node",
    arguments: [program("node")],
  },
  {
    name: "node-24",
    adapter: "adapter-node-http",
    platform: "node",
    arguments: [program("node")],
  },
  {
    name: "node-26",
    adapter: "adapter-node-http",
    platform: "node",
    arguments: [program("node")],
  },
  {
    name: "node-24",
    adapter: "adapter-express, express 5",
    platform: "express",
    arguments: [program("express"), "express"],
  },
  {
    name: "node-24",
    adapter: "adapter-express, express 4",
    platform: "express",
    arguments: [program("express"), "express-4"],
  },
  {
    name: "bun",
    adapter: "adapter-fetch",
    platform: "bun",
    arguments: ["run", program("bun")],
  },
  {
    name: "deno",
    adapter: "adapter-fetch",
    platform: "deno",
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
    name: "workerd",
    adapter: "adapter-fetch",
    platform: "workerd",
    arguments: ["serve", "--control-fd=3", resolve(builtFolder, "workerd.capnp")],
    announcesOn: 3,
  },
];

/** All runtimes that the suite knows, also those that are not installed. */
export const runtimes: readonly Runtime[] = plans.map(({ adapter, ...plan }) => ({
  announcesOn: 1,
  ...plan,
  title: `${plan.name} (${adapter})`,
  binary: programOf(plan.name),
}));

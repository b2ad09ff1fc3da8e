import { isDeepStrictEqual } from "node:util";

/** Something that is opened once, such as a store, and what closes it. */
export interface Resource<Value> {
  readonly value: Value;
  close(): Promise<void> | void;
}

/** Opens a resource. */
export type Open<Value> = () => Promise<Resource<Value>> | Resource<Value>;

/** One resource that is open, and how many leases have it. */
interface Held {
  readonly name: string;
  readonly settings: unknown;
  readonly opened: Promise<Resource<unknown>>;
  users: number;
}

/** The resources that one config uses. */
export interface Lease {
  /**
   * The resource of this name with these settings: the one that is open, or a new one. Rejects with what
   * `open` rejects with.
   */
  take<Value>(name: string, settings: unknown, open: Open<Value>): Promise<Value>;
  /** Closes what no other lease has, the last one first. */
  end(): Promise<void>;
}

/** Keeps resources open from one config to the next, as long as their settings are the same. */
export function createResources(): { lease(): Lease } {
  const all = new Set<Held>();
  return { lease: () => createLease(all) };
}

function createLease(all: Set<Held>): Lease {
  const taken: Held[] = [];
  return {
    async take<Value>(name: string, settings: unknown, open: Open<Value>) {
      const held = findSame(all, name, settings) ?? openNew(all, name, settings, open);
      held.users += 1;
      taken.push(held);
      return (await held.opened).value as Value;
    },
    async end() {
      for (const held of taken.splice(0).reverse()) await leave(all, held);
    },
  };
}

function findSame(all: ReadonlySet<Held>, name: string, settings: unknown): Held | undefined {
  return [...all].find((held) => held.name === name && isDeepStrictEqual(held.settings, settings));
}

function openNew(all: Set<Held>, name: string, settings: unknown, open: Open<unknown>): Held {
  const opened = (async () => open())();
  const held: Held = { name, settings, opened, users: 0 };
  all.add(held);
  return held;
}

async function leave(all: Set<Held>, held: Held): Promise<void> {
  held.users -= 1;
  if (held.users > 0) return;
  all.delete(held);
  // What could not be opened has nothing to close.
  const resource = await held.opened.catch(() => undefined);
  await resource?.close();
}

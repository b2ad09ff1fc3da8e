import { syncBuiltinESMExports } from "node:module";

/** Variables, and which of them were asked for. */
export interface WatchedEnvironment {
  /** The given variables. What is set in it is set in those. */
  readonly environment: NodeJS.ProcessEnv;
  /** The names of the variables whose value was read or set until now, whether they exist or not. */
  readonly names: ReadonlySet<string>;
}

/** Notes which variables are read or set. A copy of all of them, such as `{ ...process.env }`, reads them all. */
export function watchEnvironment(given: NodeJS.ProcessEnv): WatchedEnvironment {
  const names = new Set<string>();
  const note = (name: string | symbol) => {
    if (typeof name === "string") names.add(name);
  };
  const environment = new Proxy(given, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name);
    },
    set(target, name, value) {
      note(name);
      return Reflect.set(target, name, value);
    },
    getOwnPropertyDescriptor(target, name) {
      const found = Reflect.getOwnPropertyDescriptor(target, name);
      if (found) note(name);
      return found;
    },
    defineProperty(target, name, descriptor) {
      note(name);
      return Reflect.defineProperty(target, name, descriptor);
    },
  });
  return { environment, names };
}

/**
 * Does something while `process.env` is another object, also for those who import it from `node:process`.
 * Whoever keeps the object keeps the other one.
 */
export async function withEnvironment<Result>(
  environment: NodeJS.ProcessEnv,
  act: () => Promise<Result>,
): Promise<Result> {
  const own = process.env;
  const put = (variables: NodeJS.ProcessEnv) => {
    process.env = variables;
    syncBuiltinESMExports();
  };
  put(environment);
  try {
    return await act();
  } finally {
    put(own);
  }
}

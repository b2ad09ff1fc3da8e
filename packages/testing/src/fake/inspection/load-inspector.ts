import type * as Inspector from "@diglot/inspector";

/** The name is no literal, so that bundlers do not look for what most tests do not need. */
const packageName: string = "@diglot/inspector";

/**
 * Loads the inspector, which is installed only by those who want it.
 * @throws Error that says how to install it
 */
export async function loadInspector(): Promise<typeof Inspector> {
  try {
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ packageName);
  } catch (cause) {
    throw new Error(
      `fake.inspect() needs ${packageName}. Install it: npm install --save-dev ${packageName}`,
      { cause },
    );
  }
}

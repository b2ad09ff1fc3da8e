import type { Path } from "../report/item.js";
import type { Draft } from "./draft.js";

/** A key of callers, in the place of the one that the file has. */
export function addCallerKey(draft: Draft, key: string, path: Path, variable: string): void {
  draft.settings.keys = [{ id: "first", key: draft.secret(key, path, variable) }];
}

/** A new key for callers, where the file has none: only a gateway with keys is safe on every network. */
export function requireCallerKey(draft: Draft, product: string): void {
  if (draft.settings.keys) return;
  const key = draft.variables.use("DIGLOT_KEY", "a key of your choice that callers send");
  draft.settings.keys = [{ id: "first", key }];
  draft.notes.changed(
    [],
    `${product} serves this file to callers without a key. Here callers send the key in DIGLOT_KEY.`,
  );
}

import { Confirm } from "../changes/confirm.js";
import type { Changes } from "../changes/use-changes.js";
import type { Key } from "../state/admin.js";
import { ask } from "../state/api.js";
import { KeyForm } from "./key-form.js";

/** What is being done with the keys. */
export type KeyWork =
  | { readonly kind: "issue" }
  | { readonly kind: "change" | "rotate" | "revoke"; readonly key: Key };

/** Asks for what a change needs, or whether it is meant. */
export function KeyWorkForm({ work, run, cancel }: Changes<KeyWork>) {
  if (work === undefined) return null;
  if (work.kind === "issue") {
    const issue = (body: unknown) => run(() => ask("/admin/keys", { method: "POST", body }));
    return <KeyForm title="A new key" action="Issue" submit={issue} cancel={cancel} />;
  }
  const { key, kind } = work;
  const path = `/admin/keys/${encodeURIComponent(key.id)}`;
  switch (kind) {
    case "change":
      return (
        <KeyForm
          title={`Change ${key.id}`}
          action="Change"
          of={key}
          submit={(body) => run(() => ask(path, { method: "PATCH", body }))}
          cancel={cancel}
        />
      );
    case "rotate":
      return (
        <Confirm
          title="Rotate"
          text={`The present secret of ${key.id} becomes invalid at once, and a new one is shown.`}
          action="Rotate it"
          act={() =>
            run(() => ask(`${path}/rotate`, { method: "POST", body: { overlap_seconds: 0 } }))
          }
          cancel={cancel}
        />
      );
    case "revoke":
      return (
        <Confirm
          title="Revoke"
          text={`${key.id} becomes invalid for ever.`}
          action="Revoke it"
          act={() => run(() => ask(path, { method: "DELETE" }))}
          cancel={cancel}
        />
      );
  }
}

import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { Problem } from "../changes/problem.js";
import { useChanges } from "../changes/use-changes.js";
import { Wide } from "../parts/wide.js";
import { type IssuedKey, type Key, listAll, notMounted } from "../state/admin.js";
import { KeyTable } from "./key-table.js";
import { type KeyWork, KeyWorkForm } from "./key-work.js";
import { Secret } from "./secret.js";

/** Keys, to be issued, changed, rotated and revoked. */
export function KeysView() {
  const keys = useSignal<readonly Key[] | undefined>([]);
  const issued = useSignal<IssuedKey | undefined>(undefined);
  const load = useCallback(async () => {
    keys.value = await listAll<Key>("/admin/keys");
  }, [keys]);
  const changes = useChanges<KeyWork>(load, (answer) => {
    issued.value = isIssued(answer) ? answer : undefined;
  });
  if (keys.value === undefined) {
    return (
      <div class="keys">
        <h1>Keys</h1>
        <p class="quiet">{notMounted}</p>
      </div>
    );
  }
  return (
    <div class="keys">
      <header class="title">
        <h1>Keys</h1>
        <span class="space" />
        <button type="button" class="main" onClick={() => changes.begin({ kind: "issue" })}>
          Issue a key
        </button>
      </header>
      {issued.value && <Secret issued={issued.value} />}
      <Problem text={changes.problem} />
      <KeyWorkForm key={JSON.stringify(changes.work)} {...changes} />
      <section aria-label="All keys">
        <Wide>
          <KeyTable keys={keys.value} choose={changes.begin} />
        </Wide>
      </section>
    </div>
  );
}

function isIssued(answer: unknown): answer is IssuedKey {
  return typeof answer === "object" && answer !== null && "secret" in answer;
}

import { useSignal } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";
import { dayTime } from "../parts/format.js";
import { type IssuedKey, type Key, listAll, notMounted } from "../state/admin.js";
import { ask } from "../state/api.js";
import { KeyForm } from "./key-form.js";
import { Secret } from "./secret.js";

/** What is being done with the keys. */
type Work =
  | { readonly kind: "issue" }
  | { readonly kind: "change" | "rotate" | "revoke"; readonly key: Key }
  | undefined;

/** Keys, to be issued, changed, rotated and revoked. */
export function KeysView() {
  const keys = useSignal<readonly Key[] | undefined>([]);
  const work = useSignal<Work>(undefined);
  const issued = useSignal<IssuedKey | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const tell = useCallback(
    (error: unknown) => {
      problem.value = error instanceof Error ? error.message : String(error);
    },
    [problem],
  );
  const load = useCallback(async () => {
    keys.value = await listAll<Key>("/admin/keys");
  }, [keys]);
  useEffect(() => {
    load().catch(tell);
  }, [load, tell]);
  const run = async (change: () => Promise<unknown>) => {
    try {
      const answer = await change();
      const hasSecret = typeof answer === "object" && answer !== null && "secret" in answer;
      issued.value = hasSecret ? (answer as IssuedKey) : undefined;
      work.value = undefined;
      problem.value = undefined;
      await load();
    } catch (error) {
      tell(error);
    }
  };
  const close = () => {
    work.value = undefined;
    problem.value = undefined;
  };
  if (keys.value === undefined) return <p class="keys quiet">{notMounted}</p>;
  return (
    <div class="keys">
      <header class="title">
        <h1>Keys</h1>
        <span class="space" />
        <button
          type="button"
          class="main"
          onClick={() => {
            work.value = { kind: "issue" };
          }}
        >
          Issue a key
        </button>
      </header>
      {issued.value && <Secret issued={issued.value} />}
      {problem.value && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
      {work.value && <WorkForm work={work.value} run={run} close={close} />}
      <section aria-label="All keys" class="wide">
        <KeyTable
          keys={keys.value}
          choose={(chosen) => {
            work.value = chosen;
            problem.value = undefined;
          }}
        />
      </section>
    </div>
  );
}

interface WorkFormOptions {
  readonly work: Exclude<Work, undefined>;
  run(change: () => Promise<unknown>): Promise<void>;
  close(): void;
}

function WorkForm({ work, run, close }: WorkFormOptions) {
  if (work.kind === "issue") {
    const issue = (body: unknown) => run(() => ask("/admin/keys", { method: "POST", body }));
    return <KeyForm title="A new key" action="Issue" submit={issue} close={close} />;
  }
  const { key, kind } = work;
  const path = `/admin/keys/${encodeURIComponent(key.id)}`;
  if (kind === "change") {
    const change = (body: unknown) => run(() => ask(path, { method: "PATCH", body }));
    return (
      <KeyForm title={`Change ${key.id}`} action="Change" of={key} submit={change} close={close} />
    );
  }
  const isRotation = kind === "rotate";
  const act = () =>
    run(() =>
      isRotation
        ? ask(`${path}/rotate`, { method: "POST", body: { overlap_seconds: 0 } })
        : ask(path, { method: "DELETE" }),
    );
  return (
    <div class="notice" role="alertdialog" aria-label={isRotation ? "Rotate" : "Revoke"}>
      <p>
        {isRotation
          ? `The present secret of ${key.id} becomes invalid at once, and a new one is shown.`
          : `${key.id} becomes invalid for ever.`}
      </p>
      <button type="button" class="main" onClick={act}>
        {isRotation ? "Rotate it" : "Revoke it"}
      </button>{" "}
      <button type="button" onClick={close}>
        Cancel
      </button>
    </div>
  );
}

interface KeyTableOptions {
  readonly keys: readonly Key[];
  choose(work: Work): void;
}

function KeyTable({ keys, choose }: KeyTableOptions) {
  return (
    <table>
      <thead>
        <tr>
          <th>Key</th>
          <th>Account</th>
          <th>Name</th>
          <th>Secret</th>
          <th>Models</th>
          <th>State</th>
          <th>Issued</th>
          <th>Expires</th>
          <th>
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id} class={key.state === "valid" ? "" : "quiet"}>
            <td>{key.id}</td>
            <td>{key.account_id}</td>
            <td class={key.name === null ? "empty-cell" : ""}>{key.name ?? "–"}</td>
            <td>
              <code>{key.prefix}…</code>
            </td>
            <td class="words">{key.models === "all" ? "all models" : key.models.join(", ")}</td>
            <td>{key.state}</td>
            <td>{dayTime(key.created_at)}</td>
            <td class={key.expires_at === null ? "empty-cell" : ""}>{dayTime(key.expires_at)}</td>
            <td class="actions">
              {key.state === "valid" &&
                (["change", "rotate", "revoke"] as const).map((kind) => (
                  <button
                    key={kind}
                    type="button"
                    class="plain"
                    aria-label={`${kind} ${key.id}`}
                    onClick={() => choose({ kind, key })}
                  >
                    {kind}
                  </button>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { dayTime } from "../parts/format.js";
import type { Key } from "../state/admin.js";
import type { KeyWork } from "./key-work.js";

interface KeyTableOptions {
  readonly keys: readonly Key[];
  choose(work: KeyWork): void;
}

/** All keys, with what can be done to those that are valid. */
export function KeyTable({ keys, choose }: KeyTableOptions) {
  return (
    <table class="stacked">
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

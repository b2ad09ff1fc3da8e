import { toPlainLine } from "@diglot/core/redaction";
import type { Style } from "../../terminal/style.js";
import { renderFields } from "../../terminal/table/fields.js";
import { type Column, renderTable } from "../../terminal/table/table.js";
import { renderLimits } from "../limits/render-limits.js";
import { toMinute } from "../times.js";
import type { IssuedKeyBody, KeyBody } from "../wire/bodies.js";

const stateStyles: Readonly<Record<KeyBody["state"], Style>> = {
  valid: "green",
  expired: "yellow",
  revoked: "red",
};

const columns: readonly Column<KeyBody>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Account", cell: (key) => key.account_id, canShrink: true },
  { head: "Name", cell: ({ name }) => name ?? "", canShrink: true },
  { head: "State", cell: ({ state }) => state, style: ({ state }) => stateStyles[state] },
  { head: "Models", cell: toModels, canShrink: true },
  { head: "Created", cell: (key) => toMinute(key.created_at) },
  { head: "Expires", cell: (key) => toMinute(key.expires_at) },
];

/** A table of keys. */
export function renderKeys(keys: readonly KeyBody[], width: number | undefined): string {
  return keys.length === 0 ? "There are no keys.\n" : renderTable(columns, keys, { width });
}

/** A key with all that is known of it. */
export function renderKey(key: KeyBody): string {
  return renderFields({ ...toFields(key), Secret: `${key.prefix}…` });
}

/** A key with its secret, which stands on a line of its own. */
export function renderIssued(key: IssuedKeyBody): string {
  return `${renderFields(toFields(key))}\n${toPlainLine(key.secret)}\n\nThis is its secret. It is shown only now.\n`;
}

function toFields(key: KeyBody): Readonly<Record<string, string | undefined>> {
  return {
    Id: key.id,
    Account: key.account_id,
    Name: key.name ?? undefined,
    Secret: undefined,
    State: key.state,
    Models: toModels(key),
    Limits: renderLimits(key.limits),
    Created: toMinute(key.created_at),
    Expires: toMinute(key.expires_at),
    Revoked: toMinute(key.revoked_at),
  };
}

function toModels({ models }: KeyBody): string {
  return models === "all" ? "all" : models.join(", ") || "none";
}

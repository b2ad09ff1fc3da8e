import { toPlainLine } from "@diglot/core/redaction";
import type { Style } from "../../terminal/style.js";
import { renderFields } from "../../terminal/table/fields.js";
import { renderLimits } from "../limits/render-limits.js";
import { toMinute } from "../times.js";
import type { IssuedKeyBody, KeyBody } from "../wire/bodies.js";

/** How a state is shown. */
export const stateStyles: Readonly<Record<KeyBody["state"], Style>> = {
  valid: "green",
  expired: "yellow",
  revoked: "red",
};

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

/** The models that a key allows. */
export function toModels({ models }: KeyBody): string {
  return models === "all" ? "all" : models.join(", ") || "none";
}

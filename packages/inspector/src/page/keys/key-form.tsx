import { Form } from "../changes/form.js";
import type { Key } from "../state/admin.js";

interface KeyFormOptions {
  readonly title: string;
  readonly action: string;
  /** The key that is changed; absent for a new one. */
  readonly of?: Key;
  submit(body: unknown): void;
  cancel(): void;
}

const limits = [
  ["requests_per_minute", "Requests per minute"],
  ["input_tokens_per_minute", "Input tokens per minute"],
  ["output_tokens_per_minute", "Output tokens per minute"],
  ["concurrent_requests", "Requests at once"],
] as const;

/** What a key may do. What is left empty has no limit. */
export function KeyForm({ title, action, of, submit, cancel }: KeyFormOptions) {
  const models = of === undefined || of.models === "all" ? "" : of.models.join(", ");
  return (
    <Form title={title} action={action} submit={(text) => submit(toBody(text, of))} cancel={cancel}>
      {!of && (
        <label>
          Account
          <input name="account_id" required />
        </label>
      )}
      <label>
        Name
        <input name="name" value={of?.name ?? ""} />
      </label>
      <label>
        Models, all if empty
        <input name="models" placeholder="large, small" value={models} />
      </label>
      <label>
        Expires
        <input name="expires_at" type="date" value={of?.expires_at?.slice(0, 10) ?? ""} />
      </label>
      {limits.map(([name, words]) => (
        <label key={name}>
          {words}
          <input name={name} type="number" min="1" value={of?.limits?.[name] ?? ""} />
        </label>
      ))}
    </Form>
  );
}

/** The body of a new key has only what is set; that of a change removes what was set before. */
function toBody(text: (name: string) => string, of: Key | undefined): unknown {
  const names = text("models")
    .split(/[\s,]+/)
    .filter(Boolean);
  const expiry = text("expires_at");
  const isSameExpiry = of !== undefined && expiry === (of.expires_at?.slice(0, 10) ?? "");
  const numbers = limits.map(([name]) => [name, text(name)] as const);
  const entries = [
    ["account_id", of ? undefined : text("account_id")],
    ["name", text("name") || null],
    ["models", names.length === 0 ? "all" : names],
    ["expires_at", isSameExpiry ? undefined : expiry || null],
    [
      "limits",
      Object.fromEntries(
        numbers.flatMap(([name, value]) =>
          value === "" && !of ? [] : [[name, value === "" ? null : Number(value)]],
        ),
      ),
    ],
  ] as const;
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && (of !== undefined || value !== null)),
  );
}

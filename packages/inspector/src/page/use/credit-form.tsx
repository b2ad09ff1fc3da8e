import { useRef } from "preact/hooks";
import { Form } from "../changes/form.js";
import { AccountInput } from "./account-input.js";

interface CreditFormOptions {
  readonly names: readonly string[];
  readonly accountId: string | undefined;
  submit(accountId: string, body: unknown): void;
  cancel(): void;
}

/** Credit for an account. What is sent twice counts once, because it has its id from the beginning. */
export function CreditForm({ names, accountId, submit, cancel }: CreditFormOptions) {
  // Pages that did not come by HTTPS have no randomUUID.
  const id = useRef(`inspector-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`);
  return (
    <Form
      title="Add credit"
      action="Add it"
      submit={(text) => {
        const note = text("note") || null;
        submit(text("account_id"), { id: id.current, usd: text("usd"), note });
      }}
      cancel={cancel}
    >
      <AccountInput names={names} accountId={accountId} />
      <label>
        Dollars, below 0 to take back
        <input name="usd" required inputMode="decimal" placeholder="25.00" autocomplete="off" />
      </label>
      <label>
        Note
        <input name="note" />
      </label>
    </Form>
  );
}

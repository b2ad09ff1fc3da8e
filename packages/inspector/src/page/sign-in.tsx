import { useSignal } from "@preact/signals";
import { ask, enterAfter, refusal } from "./state/api.js";

/** Asks for the credential of an administrator. */
export function SignIn() {
  const text = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const given = text.value.trim();
    await enterAfter(async () => {
      await ask("/inspector/requests", { as: given });
      return given;
    });
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>Diglot inspector</h1>
        <label>
          Credential of an administrator
          <input
            type="password"
            name="credential"
            autocomplete="off"
            autofocus
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit" class="main">
          Open
        </button>
        <p class="bad" role="alert">
          {refusal.value}
        </p>
        <p class="quiet">It is kept in this tab until you close it.</p>
      </form>
    </main>
  );
}

import { useSignal } from "@preact/signals";
import type { IssuedKey } from "../state/admin.js";

/** A secret, which is shown this once. */
export function Secret({ issued }: { readonly issued: IssuedKey }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(issued.secret);
    isCopied.value = true;
  };
  return (
    <div class="notice secret" role="status">
      <p>
        The secret of <b>{issued.id}</b>. It is shown only now.
      </p>
      <code>{issued.secret}</code>{" "}
      {/* Browsers let only pages copy that came by HTTPS or from this machine. */}
      {window.isSecureContext && (
        <button type="button" onClick={copy}>
          {isCopied.value ? "Copied" : "Copy"}
        </button>
      )}
    </div>
  );
}

import { useFocus } from "./use-focus.js";

interface ConfirmOptions {
  /** What is asked, in a word. */
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly action: string;
  act(): void;
  cancel(): void;
}

/** Asks before what cannot be taken back. */
export function Confirm({ title, text, action, act, cancel }: ConfirmOptions) {
  const place = useFocus<HTMLDivElement>(cancel);
  return (
    <div class="notice" role="alertdialog" aria-label={title} ref={place}>
      <p>{text}</p>
      <button type="button" class="main" onClick={act}>
        {action}
      </button>{" "}
      <button type="button" class="harmless" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}

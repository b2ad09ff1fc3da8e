import type { ComponentChildren } from "preact";
import { useFocus } from "./use-focus.js";

interface FormOptions {
  readonly title: string;
  readonly action: string;
  /** Labels with inputs; they are read by their names. */
  readonly children: ComponentChildren;
  /** @param text reads an input by its name, without space around it */
  submit(text: (name: string) => string): void;
  cancel(): void;
}

/** A panel in which a change is written. */
export function Form({ title, action, children, submit, cancel }: FormOptions) {
  const place = useFocus<HTMLFormElement>(cancel);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    submit((name) => String(form.get(name) ?? "").trim());
  };
  return (
    <form class="panel" onSubmit={onSubmit} aria-label={title} ref={place}>
      <h2>{title}</h2>
      <div class="fields">{children}</div>
      <button type="submit" class="main">
        {action}
      </button>{" "}
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </form>
  );
}

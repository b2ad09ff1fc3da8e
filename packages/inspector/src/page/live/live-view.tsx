import { useEffect, useRef } from "preact/hooks";
import { count } from "../parts/format.js";
import { counts, filter, isPaused, shown, togglePause } from "../state/requests.js";
import { Notes } from "./notes.js";
import { RequestTable } from "./request-table.js";

/** Requests as they come. */
export function LiveView() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <section class="live" aria-label="Live requests">
      <h1 class="hidden">Live requests</h1>
      <div class="tools">
        <input
          ref={box}
          type="search"
          aria-label="Filter"
          placeholder="Filter: words, state:failed, model:…, caller:…, is:retried"
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
          }}
        />
        <button type="button" aria-pressed={isPaused.value} onClick={togglePause}>
          {isPaused.value ? "Resume" : "Pause"}
        </button>
        <Counts />
      </div>
      <Notes />
      <RequestTable />
    </section>
  );
}

function Counts() {
  const { all, waiting } = counts.value;
  const number = shown.value.length;
  return (
    <span class="quiet numbers">
      {number === all ? `${count(all)} requests` : `${count(number)} of ${count(all)}`}
      {isPaused.value ? `, ${count(waiting)} new` : ""}
    </span>
  );
}

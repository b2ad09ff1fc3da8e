import type { InspectorNote } from "../../wire.js";
import { notes } from "../state/requests.js";
import { linkTo } from "../state/route.js";

/** What the host of the inspector wants to be read. */
export function Notes() {
  if (notes.value.length === 0) return null;
  return (
    <ul class="notes" aria-label="Notes">
      {notes.value.map((note) => (
        <Note key={`${note.requestId} ${note.text}`} {...note} />
      ))}
    </ul>
  );
}

function Note({ text, requestId }: InspectorNote) {
  const [first = "", ...rest] = text.split("\n");
  return (
    <li>
      {rest.length === 0 ? (
        <span>{first}</span>
      ) : (
        <details>
          <summary>{first}</summary>
          <pre>{rest.join("\n")}</pre>
        </details>
      )}
      {requestId !== undefined && (
        <a href={linkTo(requestId)} aria-label={`Open what this is about: ${first}`}>
          Open
        </a>
      )}
    </li>
  );
}

import type { Content, Reporter, ReporterEvent } from "@diglot/core";

/** What the service of a fake has reported, for whoever wants to see it later. */
export interface History {
  /** Goes into the service. */
  readonly reporter: Reporter;
  /** Tells another reporter all that was reported, and from then on what follows. */
  follow(follower: Reporter): void;
}

type Entry =
  | { readonly kind: "event"; readonly event: ReporterEvent }
  | { readonly kind: "content"; readonly content: Content };

/**
 * Keeps what a service reports.
 * @param now the time that everything is given, in Unix milliseconds; the clock of a fake may stand
 */
export function createHistory(now: () => number): History {
  const entries: Entry[] = [];
  const followers: Reporter[] = [];
  const add = (entry: Entry) => {
    entries.push(entry);
    for (const follower of followers) tell(follower, entry);
  };
  const reporter: Reporter = (event) =>
    add({ kind: "event", event: "at" in event ? { ...event, at: now() } : event });
  reporter.contents = (content) =>
    add({ kind: "content", content: { ...ownContent(content), at: now() } });
  return {
    reporter,
    follow(follower) {
      for (const entry of entries) tell(follower, entry);
      followers.push(follower);
    },
  };
}

function tell(follower: Reporter, entry: Entry): void {
  if (entry.kind === "event") follower(entry.event);
  else follower.contents?.(entry.content);
}

/** The service uses the blocks and the lists of a stream again. */
function ownContent(content: Content): Content {
  switch (content.type) {
    case "answer_block":
    case "upstream_block":
      return { ...content, bytes: content.bytes.slice() };
    case "events":
      return { ...content, events: [...content.events] };
    default:
      return content;
  }
}

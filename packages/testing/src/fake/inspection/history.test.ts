import type { Content, Reporter } from "@diglot/core";
import { expect, it } from "vitest";
import { createHistory } from "./history.js";

/** A reporter that keeps the contents that it is given. */
function following(): { readonly reporter: Reporter; readonly contents: Content[] } {
  const contents: Content[] = [];
  const reporter: Reporter = () => {};
  reporter.contents = (content) => void contents.push(content);
  return { reporter, contents };
}

it.each(["answer_block", "upstream_block"] as const)(
  "keeps what is in a block (%s) that the service then uses again",
  (type) => {
    const { reporter, follow } = createHistory(() => 5);
    const bytes = new Uint8Array([1, 2]);
    reporter.contents?.({ type, requestId: "req_1", attemptId: "att_1", at: 1, bytes } as Content);
    bytes.fill(0);
    const { reporter: follower, contents } = following();
    follow(follower);
    expect(contents).toEqual([
      { type, requestId: "req_1", attemptId: "att_1", at: 5, bytes: new Uint8Array([1, 2]) },
    ]);
  },
);

it("keeps the events of a list that the service then uses again", () => {
  const { reporter, follow } = createHistory(() => 5);
  const event = { type: "close", index: 0 } as const;
  const events = [event];
  reporter.contents?.({ type: "events", requestId: "req_1", at: 1, events } as Content);
  events.length = 0;
  const { reporter: follower, contents } = following();
  follow(follower);
  expect(contents).toMatchObject([{ type: "events", events: [event] }]);
});

it("gives a follower what was reported before and what follows, once each", () => {
  const { reporter, follow } = createHistory(() => 5);
  const seen: unknown[] = [];
  const failure = (step: string) => ({ type: "failure", step, at: 1 }) as never;
  reporter(failure("ledger"));
  follow((event) => void seen.push(event));
  reporter(failure("limits"));
  expect(seen).toEqual([
    { type: "failure", step: "ledger", at: 5 },
    { type: "failure", step: "limits", at: 5 },
  ]);
});

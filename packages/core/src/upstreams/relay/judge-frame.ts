import type { RelayObserver } from "../../formats/upstream-format.js";
import { readFrame } from "../../sse/event-fields.js";
import type { Upstream } from "../upstream.js";
import type { FrameRename } from "./public-name.js";

/** A stream whose frames are passed on. */
export interface FramePassage {
  readonly upstream: Pick<Upstream, "settings" | "format">;
  readonly observer: RelayObserver;
  readonly rename: FrameRename;
  /** Whether the last frame has been passed. */
  ended: boolean;
  /** Why the frames that follow are not read. */
  failure: { readonly error: unknown } | undefined;
}

/** The treatment of a frame: the observer's verdict, or `bad` for a frame that is not passed on. */
export type Verdict = ReturnType<RelayObserver["push"]> | "bad";

/**
 * An error is passed on, unless it can still become the status or contains what is not the caller's. A
 * comment that contains such a thing, or names the model, is removed.
 */
export function judgeFrame(passage: FramePassage, frame: string): Verdict {
  const { observer, upstream } = passage;
  if (frame.charCodeAt(0) === colon && isHidden(upstream, frame)) return "remove";
  try {
    const verdict = observer.push(frame);
    if (observer.error) assertShown(observer, upstream, frame);
    return verdict;
  } catch (error) {
    passage.failure = { error };
    return "bad";
  }
}

const colon = 0x3a;

/** Whether a comment must not be shown. */
function isHidden({ settings }: FramePassage["upstream"], frame: string): boolean {
  if (readFrame(frame)) return false;
  return settings.holdsSecret(frame) || settings.rename.text(frame) !== frame;
}

/** @throws the error of the upstream, unless the caller may see it as it is */
function assertShown(
  { error, events }: RelayObserver,
  { settings }: FramePassage["upstream"],
  frame: string,
): void {
  const isHidden = events === 0 || settings.upstreamErrors === "hide";
  if (isHidden || settings.holdsSecret(frame)) throw error;
}

import type { Call } from "./call.js";

/** How a call goes on, until it ends in one way or another. */
export interface Progress {
  readonly state: Call["state"];
  readonly finished: Promise<void>;
  /** Only the first end counts. */
  end(how: Exclude<Call["state"], "open">): void;
}

/** The progress of a call that is open. `onEnd` is called once. */
export function createProgress(onEnd: () => void): Progress {
  let state: Call["state"] = "open";
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    finished,
    get state() {
      return state;
    },
    end(how) {
      if (state !== "open") return;
      state = how;
      onEnd();
      finish();
    },
  };
}

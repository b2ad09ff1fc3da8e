import { useSignal } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";
import { Problem } from "../changes/problem.js";
import { ask, type Question } from "../state/api.js";
import { poll } from "../state/poll.js";
import type { Upstream } from "../state/upstreams.js";
import { UpstreamSection } from "./upstream-section.js";

interface UpstreamList {
  readonly data: readonly Upstream[];
}

/** The upstreams: whether each can be used, and what requests have met there. */
export function UpstreamsView() {
  const upstreams = useSignal<readonly Upstream[] | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isAsking = useSignal(false);
  const load = useCallback(
    async (path: string, question?: Question): Promise<undefined> => {
      try {
        upstreams.value = (await ask<UpstreamList>(path, question)).data;
        problem.value = undefined;
      } catch (error) {
        problem.value = error instanceof Error ? error.message : String(error);
      }
    },
    [upstreams, problem],
  );
  useEffect(() => poll(() => load("/admin/upstreams")), [load]);
  const askAgain = async () => {
    isAsking.value = true;
    await load("/admin/upstreams/check", { method: "POST" });
    isAsking.value = false;
  };
  return (
    <div class="upstreams">
      <header class="title">
        <h1>Upstreams</h1>
        <span class="space" />
        <button type="button" class="main" disabled={isAsking.value} onClick={askAgain}>
          {isAsking.value ? "Asking…" : "Ask again"}
        </button>
      </header>
      <Problem text={problem.value} />
      {upstreams.value?.length === 0 && <p class="quiet">There are no upstreams.</p>}
      {upstreams.value?.map((upstream) => (
        <UpstreamSection key={upstream.name} {...upstream} />
      ))}
    </div>
  );
}

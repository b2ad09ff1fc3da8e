import type { OnError } from "./options.js";
import { leaveScript, renewScript, takeScript } from "./place-scripts.js";
import type { ScriptRunner } from "./redis-client.js";
import type { Places } from "./store.js";

/** What places in Redis need to know. */
export interface RedisPlacesOptions {
  readonly scripts: ScriptRunner;
  readonly prefix: string;
  /** Milliseconds for which a place is held without being renewed. */
  readonly lease: number;
  readonly onError: OnError;
}

/**
 * Places that all processes on one Redis share. A place is held by a lease, which is renewed while
 * its request runs; the places of a process that dies are free when their leases end.
 */
export function createRedisPlaces({ scripts, prefix, lease, onError }: RedisPlacesOptions): Places {
  const instance = crypto.randomUUID();
  const held = new Map<string, string[]>();
  let taken = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function renew(): void {
    for (const [member, keys] of held) {
      scripts.eval(renewScript, { keys, arguments: [member, String(lease)] }).catch(onError);
    }
  }

  function hold(member: string, keys: string[]): void {
    held.set(member, keys);
    timer ??= startTimer(renew, lease / 3);
  }

  function drop(member: string): void {
    held.delete(member);
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    async take(quotas) {
      if (quotas.length === 0) return { leave: async () => undefined };
      taken += 1;
      const member = `${instance}:${taken}`;
      const keys = quotas.map(({ name }) => `${prefix}:${name}`);
      const full = await scripts.eval(takeScript, {
        keys,
        arguments: [member, String(lease), ...quotas.map(({ most }) => String(most))],
      });
      const first = quotas[Number(full) - 1];
      if (first) return { full: first };
      hold(member, keys);
      return {
        async leave() {
          drop(member);
          await scripts.eval(leaveScript, { keys, arguments: [member] });
        },
      };
    },
  };
}

/** A timer that does not keep the process alive, where the runtime's timers can do without. */
function startTimer(callback: () => void, milliseconds: number): ReturnType<typeof setInterval> {
  const timer = setInterval(callback, milliseconds);
  const handle: unknown = timer;
  if (typeof handle === "object" && handle !== null && "unref" in handle) {
    if (typeof handle.unref === "function") handle.unref();
  }
  return timer;
}

import type { NonEmpty } from "../check-model.js";
import type { Model } from "../model.js";

/** When a model counts as unhealthy, and for how long. */
export interface HealthPolicy {
  /** Consecutive failures. */
  readonly failures: number;
  /** Milliseconds. */
  readonly setAside: number;
}

/** What one reply shows about a model's health. */
export type Verdict = "good" | "bad" | "unknown";

type Health =
  | { readonly name: "healthy" }
  /** Gets nothing until that time, in milliseconds of the monotonic clock. */
  | { readonly name: "aside"; readonly until: number }
  /** One request finds out whether it answers again. */
  | { readonly name: "probed"; readonly until: number };

/** One request to a model, from the call to the end of its reply. */
export interface Visit {
  /** A part of the reply has arrived. */
  progress(): void;
  /** The reply is over. Only the first call counts. */
  leave(verdict: Verdict): void;
}

/** One of several models that share requests. */
export interface Member {
  readonly model: Model;
  readonly weight: number;
  readonly health: Health;
  /** Replies in progress, for each unit of weight. */
  readonly load: number;
  /** Begins a visit; one to a model that is not healthy is a probe. */
  enter(policy: HealthPolicy, now: () => number): Visit;
}

/** A healthy member without visits. */
export function createMember(model: Model, weight: number): Member {
  let health: Health = { name: "healthy" };
  let inFlight = 0;
  let failures = 0;

  function record(verdict: Verdict, { failures: most, setAside }: HealthPolicy, now: number): void {
    if (verdict === "good") {
      health = { name: "healthy" };
      failures = 0;
    }
    if (verdict !== "bad") return;
    failures++;
    if (failures >= most) health = { name: "aside", until: now + setAside };
  }

  /** A probe without a result leaves the next request to find out. */
  function abandonProbe(until: number): void {
    if (health.name === "probed") health = { name: "aside", until };
  }

  /** Unless the member is healthy: records that it is being probed, and returns the time since when a probe was due. */
  function beginProbe(): number | undefined {
    if (health.name === "healthy") return undefined;
    health = { name: "probed", until: health.until };
    return health.until;
  }

  return {
    model,
    weight,
    get health() {
      return health;
    },
    get load() {
      return inFlight / weight;
    },
    enter(policy, now) {
      let probe = beginProbe();
      let over = false;
      inFlight++;
      return {
        progress() {
          if (over || probe === undefined) return;
          probe = undefined;
          // The failures stay: until a reply ends well, one more is enough to set it aside again.
          health = { name: "healthy" };
        },
        leave(verdict) {
          if (over) return;
          over = true;
          inFlight--;
          // A reply that began before the model was set aside shows nothing new about its health.
          if (probe === undefined && health.name !== "healthy") return;
          if (probe !== undefined && verdict === "unknown") abandonProbe(probe);
          else record(verdict, policy, now());
        },
      };
    },
  };
}

/**
 * The member for the next request: one whose time aside is over, else the healthy one with the least
 * load, else the one whose time aside ends first.
 * @param random a number of at least 0 and below 1, for choices among equals
 */
export function chooseMember(members: NonEmpty<Member>, now: number, random: () => number): Member {
  const aside = members.filter(({ health }) => health.name === "aside");
  const next = firstBack(aside);
  if (next && backAt(next) <= now) return next;
  const healthy = members.filter(({ health }) => health.name === "healthy");
  const least = Math.min(...healthy.map(({ load }) => load));
  const idle = healthy.filter(({ load }) => load === least);
  return drawByWeight(idle, random) ?? next ?? firstBack(members) ?? members[0];
}

/** Whether a member can be asked: it is healthy, or its time aside is over. */
export function isAvailable(member: Member | undefined, now: number): boolean {
  if (!member || member.health.name === "probed") return false;
  return member.health.name === "healthy" || member.health.until <= now;
}

function backAt({ health }: Member): number {
  return health.name === "healthy" ? 0 : health.until;
}

function firstBack(members: readonly Member[]): Member | undefined {
  return members.reduce<Member | undefined>(
    (first, member) => (first && backAt(first) <= backAt(member) ? first : member),
    undefined,
  );
}

/** One of equals, drawn in proportion to their weights. */
function drawByWeight(members: readonly Member[], random: () => number): Member | undefined {
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  return (
    members.find(({ weight }) => {
      left -= weight;
      return left < 0;
    }) ?? members.at(-1)
  );
}

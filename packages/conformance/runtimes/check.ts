import type { ErrorKind } from "@diglot/core";

/** How soon a server notices that its caller has left, in milliseconds. */
export interface DepartureLimits {
  /** While events flow. */
  readonly flowing: number;
  /** Between two events of a stream. */
  readonly silent: number;
  /** Before anything has been written; `undefined`: not at all, the time limit ends the model. */
  readonly withoutWriting: number | undefined;
}

/**
 * What comes of a fault: an error of that kind, a good answer, an error of its own kind that may come
 * before the head, because bytes that had come are lost, or an error of its own kind or of the time
 * limit, because nothing may be said of it.
 */
export type ToldAs = ErrorKind | "whole" | "early" | "late";

/** What a platform is known for. */
export interface Facts {
  readonly noticesWithin: DepartureLimits;
  /** Whether a model that is deaf to its signal stands still instead of being left. */
  readonly freezesModels: boolean;
  /** Whether dots and backslashes of a path are resolved before the service sees it. */
  readonly resolvesPaths: boolean;
  /** Whether a fragment is cut off a target before the service sees it. */
  readonly cutsFragments: boolean;
  /** Whether an error says at which character a body is no JSON. */
  readonly namesPositions: boolean;
  /** Whether a caller that closes its own direction is still answered. */
  readonly answersHalfClosed: boolean;
  /** What comes of faults of an upstream, by their titles, that its `fetch` takes for others. */
  readonly faultsToldAs: Readonly<Record<string, ToldAs>>;
}

/** A running server as the checks see it: a URL, a port, and what its platform is known for. */
export interface Target extends Facts {
  readonly baseUrl: string;
  readonly port: number;
}

/** Throws if the server behind the target does not do what the name of the check says. */
export type Check = (target: Target) => Promise<void>;

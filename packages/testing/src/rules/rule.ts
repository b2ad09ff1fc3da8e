import type { Source } from "./evidence.js";

/** The strict profiles, one for each format. */
export type ProfileName = "messages" | "chatCompletions" | "responses";

/** A request that shows a rule. What is absent is that of the smallest valid request of the profile. */
export interface SampleRequest {
  /** @default "POST" */
  readonly method?: string | undefined;
  /** @default the path of the profile's endpoint */
  readonly path?: string | undefined;
  /** Added to those of the smallest valid request; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Members of the body, over those of the smallest valid one; undefined takes one away. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** The whole body as text, instead of `body`. */
  readonly text?: string | undefined;
}

/** How the service refuses. */
export interface Refusal {
  readonly status: number;
  /** The `type` of the error. */
  readonly type: string;
  /** The message, exactly; a pattern where it holds what changes, such as a list that grows. */
  readonly message: string | RegExp;
  /** Chat Completions and Responses only. */
  readonly param?: string | null | undefined;
  /** Chat Completions and Responses only. */
  readonly code?: string | null | undefined;
  /** Messages only: what else the error says for programs. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** One thing that the real service refuses. */
export interface Rule {
  /** Stable and readable: `messages/max-tokens-required`. */
  readonly id: string;
  readonly profile: ProfileName;
  /** The part of the catalogue: `Headers`, `Fields`, `Turns`, `Tools`, `Thinking`, `Models`, … */
  readonly group: string;
  /** The rule in a sentence. */
  readonly what: string;
  /** A request that breaks this rule and no other. */
  readonly refused: SampleRequest;
  /** Its nearest neighbour that the service takes. */
  readonly taken: SampleRequest;
  readonly refusal: Refusal;
  /** Options of `createFake` without which the request is taken, since a fake accepts any key and model. */
  readonly options?:
    | { readonly keys?: readonly string[]; readonly models?: readonly string[] }
    | undefined;
  /** Whether the lenient profile refuses the request too. */
  readonly lenient: "refuses" | "takes";
  /** Where the fact is from: the section of the wire reference, and the kinds of evidence. */
  readonly source: Source;
}

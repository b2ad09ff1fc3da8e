import {
  type Check,
  checks,
  isUnitName,
  type JsonObject,
  type UpstreamFormat,
  unitNameForm,
} from "@diglot/core";
import type { Schema } from "@diglot/core/formats";
import type { UnitSource, UnitSources } from "../units/units.js";

/** What requests and replies of an endpoint say of the output that a model generates for them. */
export interface RelayOutput {
  /**
   * The member of the body that limits the output of each choice, in tokens. Where money is counted, it is
   * sent with what is reserved. Absent: the output cannot be limited.
   */
  readonly limitField?: string | undefined;
  /** The most tokens of one choice. `undefined`: the model's maximum, or the default of the service. */
  maxTokens(body: JsonObject): number | undefined;
  /** How many choices are generated; the limit applies to each of them. @default 1 */
  choices?(body: JsonObject): number;
  /** The bytes of the text in a JSON reply, for a reply that reports no output. @default 0 */
  count?(reply: unknown): number;
}

/** An endpoint whose requests are relayed to upstreams that have the same endpoint. */
export interface RelayFormatOptions {
  /**
   * The name of the endpoint in rows, events and metrics, such as `rerank`. Formats of one service have different
   * names.
   */
  readonly name: string;
  /** The path below the base path of the service, such as `/v1/rerank`. */
  readonly path: string;
  /**
   * The path below the base URL of an upstream, which ends in its version. @default `path` without its version,
   * such as `/rerank`
   */
  readonly upstreamPath?: string | undefined;
  /**
   * A schema of zod 4. A request that it does not allow is refused before any model is asked. `model` is always
   * required. Members that it does not name are passed on. @default any object with a `model`
   */
  readonly request?: Schema | undefined;
  /**
   * The words in which errors describe members whose schema is a union, by their names: `{ input: "a string or an
   * array of strings" }`. @default the type in the schema
   */
  readonly forms?: Readonly<Record<string, string>> | undefined;
  /** Returns whether a JSON body is a complete reply. @default any body that is not an object with an `error` */
  readonly isReply?: ((body: unknown) => boolean) | undefined;
  /**
   * How much output a request may cause, for budgets. Reported output is counted either way. @default no tokens
   * are reserved for output
   */
  readonly output?: RelayOutput | undefined;
  /**
   * How requests are sent: as JSON, as a form (`multipart/form-data`), or as either. Of a form, text fields
   * are members of the body that the schema sees, and a file is an object with its `filename`,
   * `contentType` and `bytes`. @default "json"
   */
  readonly body?: "json" | "multipart" | "either" | undefined;
  /**
   * What replies are: JSON only, or `any`: JSON, an event stream, or bytes of any other type, such as a
   * sound, which are relayed as they come. @default "json"
   */
  readonly reply?: "json" | "any" | undefined;
  /** What requests are counted in besides tokens. Prices name the price of each unit. @default tokens only */
  readonly units?: UnitSources | undefined;
  /**
   * Observes streamed replies, which `stream: true` asks for.
   * @default replies are never streamed; where `reply` is `any`, usage and units are read from each event
   */
  readonly observeStream?: UpstreamFormat["createRelayObserver"] | undefined;
}

/** What these options may be. */
export const validRelayFormat: Check = checks.deferred(() =>
  checks.members<RelayFormatOptions>({
    name: { required: checks.name },
    path: { required: validPath },
    upstreamPath: validPath,
    request: checks.isHidden("a schema of zod 4", hasInternals),
    forms: checks.mapOf(checks.text),
    isReply: checks.callback,
    output: checks.port<RelayOutput>("an object with maxTokens()", "maxTokens"),
    body: checks.oneOf("json", "multipart", "either"),
    reply: checks.oneOf("json", "any"),
    units: checks.all(checks.mapOf(validSources), checks.finds(findWrongName)),
    observeStream: checks.callback,
  }),
);

const validSource = checks.deferred(() =>
  checks.members<UnitSource>({
    from: { required: checks.oneOf("reply", "headers", "request") },
    at: { required: checks.name },
    count: checks.oneOf("number", "characters", "items"),
    default: checks.amount,
  }),
);

const validSources = checks.either(Array.isArray, checks.listOf(validSource, 1), validSource);

function findWrongName(value: unknown, path: string): string | undefined {
  const wrong = Object.keys(value as UnitSources).find((name) => !isUnitName(name));
  return wrong === undefined ? undefined : `the names in "${path}" must be ${unitNameForm}`;
}

const validPath = checks.matching('a path such as "/v1/rerank"', /^(?:\/[^/?#\s]+)+$/);

function hasInternals(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_zod" in value;
}

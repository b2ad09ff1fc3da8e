import { type Check, checks } from "@diglot/core";

/** How much of prompts and outputs is kept. */
export interface CaptureOptions {
  /** Memory for all contents, roughly, in bytes. The oldest are forgotten first. @default 16,777,216 (16 MiB) */
  readonly bytes?: number | undefined;
  /** Memory for the contents of one request, in bytes. Later contents are only counted. @default 1,048,576 (1 MiB) */
  readonly bytesPerRequest?: number | undefined;
  /**
   * Texts and patterns that are never shown, beside all texts that are shaped like a credential and the secrets of
   * the service. A pattern runs over all contents of a request at once, so a pattern that backtracks can stop the
   * process for long; `bytesPerRequest` bounds it. @default none
   */
  readonly secrets?: readonly (string | RegExp)[] | undefined;
}

/** Options of `createInspector`. Everything has a default. */
export interface InspectorOptions {
  /** How many requests are kept in memory; the oldest are forgotten first. @default 1_000 */
  readonly keepRequests?: number | undefined;
  /**
   * Keeps prompts and outputs in memory too, for the view of one request: `true`, or an object of options. They
   * are shown without texts that are shaped like a credential, and without the secrets of the service. @default
   * false
   */
  readonly capture?: boolean | CaptureOptions | undefined;
}

/** Complete options of a capture. */
export interface CaptureSettings {
  readonly bytes: number;
  readonly bytesPerRequest: number;
  readonly secrets: readonly (string | RegExp)[];
}

/** Complete, checked options; without `capture` no contents are kept. */
export interface InspectorSettings {
  readonly keepRequests: number;
  readonly capture: CaptureSettings | undefined;
}

const defaultCapture: CaptureSettings = {
  bytes: 16 * 2 ** 20,
  bytesPerRequest: 2 ** 20,
  secrets: [],
};

/**
 * Completes and checks the options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(options: InspectorOptions): InspectorSettings {
  checks.checkOptions("createInspector", options, validOptions);
  const { keepRequests = 1_000, capture = false } = options;
  return { keepRequests, capture: toCapture(capture) };
}

function toCapture(capture: boolean | CaptureOptions): CaptureSettings | undefined {
  if (capture === false) return undefined;
  const given = capture === true ? {} : capture;
  return {
    bytes: given.bytes ?? defaultCapture.bytes,
    bytesPerRequest: given.bytesPerRequest ?? defaultCapture.bytesPerRequest,
    secrets: given.secrets ?? defaultCapture.secrets,
  };
}

const validOptions: Check = /* @__PURE__ */ checks.deferred(() =>
  checks.members<InspectorOptions>({ keepRequests: checks.size, capture: validCapture }),
);

const validCapture: Check = /* @__PURE__ */ checks.deferred(() =>
  checks.either(
    (value) => typeof value === "object" && value !== null,
    captureMembers,
    captureSwitch,
  ),
);

const captureSwitch = checks.is(
  "true, false, or an object of options",
  (value) => typeof value === "boolean",
);

const captureMembers: Check = /* @__PURE__ */ checks.deferred(() =>
  checks.members<CaptureOptions>({
    bytes: checks.size,
    bytesPerRequest: checks.size,
    secrets: checks.listOf(
      checks.isHidden(
        "a string or a regular expression",
        (secret) => typeof secret === "string" || secret instanceof RegExp,
      ),
    ),
  }),
);

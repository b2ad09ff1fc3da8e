import {
  chatCompletionsFormat,
  createMemoryDocuments,
  createMemoryLimits,
  createService,
  type HeaderLookup,
  type Keys,
  type Model,
  messagesFormat,
  respondWithChoices,
  type Service,
} from "@diglot/core";
import { responses } from "@diglot/responses";
import { createRandom } from "../common/random.js";
import { rechunk } from "../faults/body/rechunk.js";
import { planOf } from "../faults/plan-of.js";
import { respondWithFaults } from "../faults/respond-with-faults.js";
import type { Recording } from "./calls/recorder.js";
import { checkFakeOptions } from "./check/check-options.js";
import { createCountingIds } from "./counting-ids.js";
import type { FakeOptions } from "./fake.js";
import { createFixedClock } from "./fixed-clock.js";
import { createHistory, type History } from "./inspection/history.js";
import { toModelBehind, toModels } from "./models.js";
import { createScript, type Script } from "./script/script.js";
import { createScriptedRespond } from "./script/scripted-respond.js";
import { toValidation } from "./validation.js";

/** The state of a fake between two resets. */
export interface State {
  readonly service: Service;
  readonly script: Script;
  readonly recordings: Recording[];
  /** What the service has reported. */
  readonly history: History;
  /** The time by which it is shown, in Unix milliseconds. */
  readonly now: () => number;
  readonly recordingOf: WeakMap<HeaderLookup, Recording>;
}

/**
 * The state of a new fake.
 * @throws TypeError for a turn or an option that makes no sense, naming it
 */
export function createState(options: FakeOptions): State {
  checkFakeOptions(options);
  const script = createScript();
  script.add(options.script ?? []);
  const recordingOf = new WeakMap<HeaderLookup, Recording>();
  const { clock } = options;
  const now = clock ? () => clock.now() : preciseTime;
  const history = createHistory(now);
  const service = createService({
    formats: [responses({ store: createMemoryDocuments() }), messagesFormat, chatCompletionsFormat],
    models: createModels(options, script, recordingOf),
    keys: createKeys(options.keys),
    validation: toValidation(options),
    limits: createMemoryLimits({ concurrentRequests: noLimit }),
    timeouts: { firstEvent: noLimit, betweenEvents: noLimit, total: noLimit },
    sizeLimits: { messages: mostMessages },
    clock: options.clock ?? createFixedClock(),
    ids: options.ids ?? createCountingIds(),
    random: createRandom(0, 0).next,
    reporter: history.reporter,
  });
  return { service, script, recordings: [], recordingOf, history, now };
}

/** The time of the machine, since the usual clock of a fake stands. */
function preciseTime(): number {
  return performance.timeOrigin + performance.now();
}

/** As many as the Messages service takes (its documentation of the Messages API). */
const mostMessages = 100_000;

/** Tests keep more requests open than a key may, and let fake time pass until their client gives up. */
const noLimit = Number.MAX_SAFE_INTEGER;

function createModels(
  options: FakeOptions,
  script: Script,
  recordingOf: State["recordingOf"],
): readonly Model[] {
  const faultsOf = planOf(options.faults);
  let count = 0;

  /** Notes what reaches a model, and lets go wrong what the fake's own plan says. */
  const watched =
    (respond: Model["respond"]): Model["respond"] =>
    (request) => {
      const faults = faultsOf({ index: count++, request });
      recordingOf.get(request.origin.headers)?.reached(request);
      return respondWithFaults(faults, request, () => respond(request));
    };

  const { model, models, chunks } = options;
  if (model) return [toModelBehind(model, models, watched(inChunks(model, chunks)))];
  const respond = createScriptedRespond(script, options, ({ origin }, message) =>
    recordingOf.get(origin.headers)?.unexpected(message),
  );
  return toModels(options, respond).map((each) => ({ ...each, respond: watched(each.respond) }));
}

/** A model of one's own cuts its bytes as it will, unless the fake says otherwise. */
function inChunks(model: Model, chunks: FakeOptions["chunks"]): Model["respond"] {
  if (chunks === undefined) return async (request) => respondWithChoices(model, request);
  return async (request) => {
    const reply = await respondWithChoices(model, request);
    return { ...reply, alter: (answer) => rechunk(reply.alter?.(answer) ?? answer, chunks) };
  };
}

function createKeys(accepted: readonly string[] | undefined): Keys {
  return {
    async find({ secret }) {
      if (secret === "" || accepted?.includes(secret) === false) return undefined;
      return { id: "fake", accountId: "fake", models: "all" };
    },
  };
}

import {
  type Answer,
  createMemoryLimits,
  createService,
  type Exchange,
  type HeaderLookup,
  type Keys,
  type Model,
  type Service,
} from "@diglot/core";
import { isLost } from "../faults/lost-answer.js";
import { planOf } from "../faults/plan-of.js";
import { rechunk } from "../faults/rechunk.js";
import { respondWithFaults } from "../faults/respond-with-faults.js";
import { createRandom } from "../random.js";
import { checkMatcher } from "./check/check-matcher.js";
import { checkTurn, checkTurnFunction, checkTurns } from "./check/check-turn.js";
import { createCountingIds } from "./counting-ids.js";
import type { Fake, FakeOptions } from "./fake.js";
import { createFixedClock } from "./fixed-clock.js";
import { listen } from "./listen.js";
import { toModelBehind, toModels } from "./models.js";
import { type Recording, recordCall } from "./recorder.js";
import { createScript, type Script } from "./script.js";
import { createScriptedRespond } from "./scripted-respond.js";
import { verifyCalls } from "./verify.js";
import { connectionLost, toExchange, toRequest, toResponse } from "./web.js";

/** All that a fake is until it is reset. */
interface State {
  readonly service: Service;
  readonly script: Script;
  readonly recordings: Recording[];
  readonly recordingOf: WeakMap<HeaderLookup, Recording>;
}

/**
 * A service with a scripted model in it: both endpoints with all that they refuse, count and stream,
 * in this process. It changes nothing outside of itself, so any number can run at once.
 *
 * @example
 * const fake = createFake({ script: ["Hello!"] });
 * const client = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
 * @throws TypeError for a turn or an option that makes no sense, naming it
 */
export function createFake(options: FakeOptions = {}): Fake {
  let state = createState(options);

  async function handle(exchange: Exchange): Promise<Answer> {
    const { service, recordings, recordingOf } = state;
    const recording = recordCall(recordings.length, exchange);
    recordings.push(recording);
    recordingOf.set(recording.exchange.headers, recording);
    return recording.answered(await service.handle(recording.exchange));
  }

  const fake: Fake = {
    handle,
    async fetch(input, init) {
      const request = toRequest(input, init);
      request.signal.throwIfAborted();
      const answer = await handle(toExchange(request));
      if (request.signal.aborted) throw request.signal.reason;
      if (isLost(answer)) throw connectionLost();
      return toResponse(answer, request.signal);
    },
    listen: (where) => listen(handle, where),
    reply(...pieces) {
      state.script.add([checkTurn(pieces, "reply()")]);
      return fake;
    },
    script(turns) {
      state.script.add(checkTurns(turns));
      return fake;
    },
    when(matcher, turn) {
      state.script.when(checkMatcher(matcher, "when()"), checkTurn(turn, "when()"));
      return fake;
    },
    otherwise(turn) {
      state.script.otherwise(checkTurnFunction(turn, "otherwise()"));
      return fake;
    },
    get calls() {
      return state.recordings.map(({ call }) => call);
    },
    verify: () => verifyCalls(fake.calls, [...state.script.queued(), ...state.script.unused()]),
    reset() {
      state = createState(options);
    },
  };
  return Object.freeze(fake);
}

function createState(options: FakeOptions): State {
  const script = createScript();
  script.add(checkTurns(options.script ?? []));
  const recordingOf = new WeakMap<HeaderLookup, Recording>();
  const service = createService({
    models: createModels(options, script, recordingOf),
    keys: createKeys(options.keys),
    validation: options.profile === "lenient" ? "open" : "strict",
    limits: createMemoryLimits({ concurrentRequests: noBound, concurrentRequestsPerKey: noBound }),
    timeouts: { firstEvent: noBound, betweenEvents: noBound, total: noBound },
    clock: options.clock ?? createFixedClock(),
    ids: options.ids ?? createCountingIds(),
    random: createRandom(0, 0).next,
  });
  return { service, script, recordings: [], recordingOf };
}

/** Tests keep more requests open than a key may, and let fake time pass until their client gives up. */
const noBound = Number.MAX_SAFE_INTEGER;

function createModels(
  options: FakeOptions,
  script: Script,
  recordingOf: State["recordingOf"],
): readonly Model[] {
  const faultsOf = planOf(options.faults);
  let seen = 0;

  /** Notes what reaches a model, and lets go wrong what the fake's own plan says. */
  const watched =
    (respond: Model["respond"]): Model["respond"] =>
    (request) => {
      const faults = faultsOf({ index: seen++, request });
      const recording = recordingOf.get(request.origin.headers);
      recording?.reached(request);
      recording?.faulted(faults);
      return respondWithFaults(faults, request, () => respond(request));
    };

  const { model, models, chunks } = options;
  if (model) return [toModelBehind(model, models, watched(inChunks(model, chunks)))];
  const respond = createScriptedRespond(script, options, {
    unexpected: ({ origin }, message) => recordingOf.get(origin.headers)?.unexpected(message),
    faulted: ({ origin }, faults) => recordingOf.get(origin.headers)?.faulted(faults),
  });
  return toModels(options, respond).map((each) => ({ ...each, respond: watched(each.respond) }));
}

/** A model of one's own cuts its bytes as it will, unless the fake says otherwise. */
function inChunks(model: Model, chunks: FakeOptions["chunks"]): Model["respond"] {
  if (chunks === undefined) return (request) => model.respond(request);
  return async (request) => {
    const reply = await model.respond(request);
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

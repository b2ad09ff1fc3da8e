import {
  type Answer,
  checks,
  type Exchange,
  type ModelYield,
  toExchange,
  toResponse,
} from "@diglot/core";
import { connectionReset } from "../common/connection-reset.js";
import { isLost } from "../faults/lost-answer.js";
import { withoutPrefix } from "./calls/recorded-request.js";
import { recordCall } from "./calls/recorder.js";
import { validMatcher } from "./check/check-matcher.js";
import { validPieces, validTurn, validTurns } from "./check/check-turn.js";
import type { Fake, FakeOptions } from "./fake.js";
import { createState } from "./fake-state.js";
import { inspect } from "./inspection/inspect.js";
import { listen } from "./listen.js";
import { isWholeTurn } from "./turns/turn-kind.js";
import { verifyCalls } from "./verify.js";
import { abortable, toRequest } from "./web.js";

const { checkOptions } = checks;

/**
 * A service with a scripted model in it: all endpoints with all that they refuse, count and stream,
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
    // A WebSocket is no call; each request that comes over it is one.
    if (exchange.upgrades) {
      return service.handle({ ...exchange, target: withoutPrefix(exchange.target) });
    }
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
      if (isLost(answer)) throw connectionReset("fetch failed");
      return toResponse(abortable(answer, request.signal), request);
    },
    listen: (where) => listen(handle, where),
    reply(...said) {
      const [turn] = said;
      if (said.length === 1 && isWholeTurn(turn)) {
        checkOptions("fake.reply", turn, validTurn, "turn");
        state.script.add([turn]);
      } else {
        checkOptions("fake.reply", said, validPieces, "pieces");
        state.script.add([said as readonly ModelYield[]]);
      }
      return fake;
    },
    script(turns) {
      checkOptions("fake.script", turns, validTurns, "turns");
      state.script.add(turns);
      return fake;
    },
    when(matcher, turn) {
      checkOptions("fake.when", matcher, validMatcher, "matcher");
      checkOptions("fake.when", turn, validTurn, "turn");
      state.script.when(matcher, turn);
      return fake;
    },
    otherwise(turn) {
      checkOptions("fake.otherwise", turn, validTurn, "turn");
      state.script.otherwise(turn);
      return fake;
    },
    get calls() {
      return state.recordings.map(({ call }) => call);
    },
    inspect: (where) => inspect(() => state, where),
    verify: () => verifyCalls(fake.calls, state.script.left()),
    reset() {
      state = createState(options);
    },
  };
  return Object.freeze(fake);
}

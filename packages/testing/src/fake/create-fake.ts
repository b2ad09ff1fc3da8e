import { type Answer, type Exchange, toExchange, toResponse } from "@diglot/core";
import { connectionReset } from "../common/connection-reset.js";
import { isLost } from "../faults/lost-answer.js";
import { recordCall } from "./calls/recorder.js";
import { checkMatcher } from "./check/check-matcher.js";
import { checkTurn, checkTurnFunction, checkTurns } from "./check/check-turn.js";
import type { Fake, FakeOptions } from "./fake.js";
import { createState } from "./fake-state.js";
import { listen } from "./listen.js";
import { verifyCalls } from "./verify.js";
import { abortable, toRequest } from "./web.js";

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
      if (isLost(answer)) throw connectionReset("fetch failed");
      return toResponse(abortable(answer, request.signal), request);
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

import { drain } from "../shared/exchange.ts";
import type { Core } from "../shared/project.ts";
import type { Kind } from "./kinds.ts";
import { type Counts, countsOf } from "./metrics.ts";
import { type Ask, type Subject, subjectOf } from "./subjects.ts";
import { tally } from "./tally.ts";
import { countTurns } from "./turns.ts";
import { uncounted } from "./wrap-globals.ts";

/** Exchanges before the one that is counted, which fill what is kept between exchanges. */
const warmUp = 5;

/** Turns of the event loop after an answer, in which what runs beside it comes to its end. */
const quietTurns = 8;

/** What one exchange creates and calls, from the request to the end of its settlement. */
export async function countExchange(core: Core, kind: Kind, deltas: number): Promise<Counts> {
  let onCall = () => {};
  const subject = subjectOf(core, kind, deltas, () => onCall());
  for (let index = 0; index < warmUp; index++) await serve(subject());
  const own = await countOne(answerAtOnce);
  const all = await countOne(subject);
  const counts = countsOf((metric) => all[metric] - own[metric]);
  const turns = countTurns();
  let turnsToUpstream = 0;
  onCall = () => {
    turnsToUpstream = turns.read();
  };
  const ask = subject();
  await ask();
  const turnsToAnswer = turns.read() - turnsToUpstream;
  turns.stop();
  return { ...counts, turnsToUpstream, turnsToAnswer };
}

/** A subject that does nothing, for what the counting itself creates. */
function answerAtOnce(): Ask {
  const answer = Promise.resolve({ status: 200, headers: [], body: new Uint8Array() });
  return () => answer;
}

async function countOne(subject: Subject): Promise<Counts> {
  const ask = subject();
  globalThis.gc?.();
  tally.reset();
  await serve(ask);
  return tally.read();
}

/** Reads the answer to its end, and waits for what the service does after it. */
async function serve(ask: Ask): Promise<void> {
  const answer = await ask();
  if (answer instanceof Response) await answer.arrayBuffer();
  else await drain(answer);
  for (let turn = 0; turn < quietTurns; turn++) {
    await new Promise((resolve) => uncounted.setImmediate(resolve));
  }
}

/** What one more delta of a stream adds. */
export async function countDelta(core: Core, kind: Kind): Promise<Counts> {
  const [few, many] = [10, 110];
  const short = await countExchange(core, kind, few);
  const long = await countExchange(core, kind, many);
  return countsOf((metric) => (long[metric] - short[metric]) / (many - few));
}

import type { CallWithText } from "../call.js";
import { isOfInput } from "../explain.js";
import { toJsonText } from "../json-text.js";

/** Calls one of the functions that may share a statement with others, and resolves to its answer. */
export type Write = (name: WriteName, input: unknown) => Promise<unknown>;

/** The functions that may share a statement. */
export type WriteName = "reserve" | "finish";

/** Most calls in one statement: the accounts of all of them are locked until it is committed. */
const mostAtOnce = 100;

/** Statements under way at once: calls that come meanwhile gather for the next. */
const mostUnderWay = 2;

/** One call of `Write`. */
interface Waiting {
  readonly name: WriteName;
  /** Its input as JSON. */
  readonly text: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one store. */
interface Group {
  readonly call: CallWithText;
  readonly waiting: Waiting[];
  underWay: number;
}

/**
 * Writes for many callers at once. Calls that are made together, or while others are under way, go
 * in one statement, hence one round trip and one commit; each gets its own answer. If the database
 * refuses the input of one, all of them are repeated one by one, so that no other fails with it.
 */
export function createGroupCommit(call: CallWithText): Write {
  const group: Group = { call, waiting: [], underWay: 0 };
  return (name, input) =>
    new Promise((resolve, reject) => {
      group.waiting.push({ name, text: toJsonText(input), resolve, reject });
      if (group.waiting.length === 1) queueMicrotask(() => sendAll(group));
    });
}

/** Sends what waits, as far as there is room. */
function sendAll(group: Group): void {
  const { waiting } = group;
  while (waiting.length > 0 && group.underWay < mostUnderWay) {
    group.underWay += 1;
    void send(group.call, waiting.splice(0, mostAtOnce)).then(() => {
      group.underWay -= 1;
      sendAll(group);
    });
  }
}

/** Sends calls, and tells their callers. Never rejects. */
async function send(call: CallWithText, calls: readonly Waiting[]): Promise<void> {
  const [first, ...others] = calls;
  if (first && others.length === 0) return sendAlone(call, first);
  try {
    const answers = await writeAll(call, calls);
    for (const [index, { resolve }] of calls.entries()) resolve(answers[index]);
  } catch (error) {
    if (isOfInput(error)) await Promise.all(calls.map((each) => sendAlone(call, each)));
    else for (const { reject } of calls) reject(error);
  }
}

async function writeAll(
  call: CallWithText,
  calls: readonly Waiting[],
): Promise<readonly unknown[]> {
  const inputs = calls.map(({ name, text }) => `{"${name}":${text}}`);
  const [answers] = await call("write", `[${inputs.join(",")}]`);
  if (Array.isArray(answers)) return answers;
  throw new TypeError("The database answered a write with something that is no list.");
}

async function sendAlone(
  call: CallWithText,
  { name, text, resolve, reject }: Waiting,
): Promise<void> {
  try {
    const [answer] = await call(name, text);
    resolve(answer);
  } catch (error) {
    reject(error);
  }
}

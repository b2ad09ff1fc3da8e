import { createRandom } from "../common/random.js";

/** How a model's try goes. */
type ReplyEnd =
  /** It says all that it has to say, and reports its usage. */
  | "complete"
  /** It fails before its first event. */
  | "fail-first"
  /** It fails after some events, in its format's words. */
  | "fail-later"
  /** Its connection is lost after some events. */
  | "reset"
  /** It goes silent after some events, and never ends. */
  | "endless";

/** When a caller leaves. */
type CallerEnd =
  | { readonly name: "stay" }
  /** Before the head of the answer, or whenever it is; in milliseconds. */
  | { readonly name: "leave-after"; readonly milliseconds: number }
  /** Once so many bytes of the body are there. */
  | { readonly name: "leave-at"; readonly bytes: number };

/** What one request comes to. */
export interface Script {
  readonly number: number;
  /**
   * The account that pays: one with enough for all, one whose credits soon run short, or one whose
   * budgets do: one that renews, and one of its key.
   */
  readonly account: "rich" | "poor" | "limited";
  /** The model in the process, or the one behind an upstream of a format. */
  readonly model: "in-process" | "messages" | "chat-completions";
  readonly format: "messages" | "chat-completions";
  readonly stream: boolean;
  readonly reply: ReplyEnd;
  /** Pieces of text that the model says, one token each. */
  readonly pieces: number;
  /** Milliseconds before each piece. */
  readonly pace: number;
  readonly caller: CallerEnd;
  /** Whether the process that answers it is lost while it does. */
  readonly killsProcess: boolean;
}

/** The script of a request: the same number and seed give the same one. */
export function createScript(seed: number, number: number): Script {
  const random = createRandom(seed, number);
  return {
    number,
    account: random.pick(["rich", 3], ["poor", 1], ["limited", 1]),
    model: random.pick(["in-process", 1], ["messages", 1], ["chat-completions", 1]),
    format: random.pick(["messages", 1], ["chat-completions", 1]),
    stream: random.next() < 0.7,
    reply: random.pick(
      ["complete", 10],
      ["fail-first", 2],
      ["fail-later", 2],
      ["reset", 2],
      ["endless", 1],
    ),
    pieces: random.between(1, 20),
    pace: random.between(0, 4),
    caller: random.pick<CallerEnd>(
      [{ name: "stay" }, 7],
      [{ name: "leave-after", milliseconds: random.between(0, 40) }, 2],
      [{ name: "leave-at", bytes: random.between(1, 2_500) }, 2],
    ),
    killsProcess: random.next() < 0.015,
  };
}

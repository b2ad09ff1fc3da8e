import {
  type Conversation,
  defineModel,
  type InProcessRequest,
  type Model,
  type ModelYield,
  redactedThinking,
  refusal,
  ServiceError,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";

/** One run of a scripted model, observed from inside. */
export interface ScriptedRun {
  readonly model: string;
  readonly requestId: string;
  /** The last text of the conversation; tests put a name of their own there to find the run again. */
  readonly prompt: string;
  /** How many pieces somebody has asked for so far. */
  yields: number;
  /** Whether the generator has been entered and not been left. */
  running: boolean;
  /** Whether the request's signal has aborted. */
  aborted: boolean;
}

/** The models by the names in `scripts`, and the runs that they have had. */
export interface ScriptedModels {
  readonly models: readonly Model[];
  /** All runs, oldest first. */
  readonly runs: readonly ScriptedRun[];
}

type Script = (request: InProcessRequest, prompt: string) => AsyncIterable<ModelYield>;

/** What the errors of `crash-before` and `crash-after` say; no caller may ever see it. */
export const secretDetail = "secret detail of the operator";
/** What the errors of `fail-before` and `fail-after` say; callers see it. */
export const failureMessage = "The scripted model is overloaded.";
/** Characters of one piece of `flood`; each is one byte. */
export const floodPieceLength = 32_768;
/** Pieces after which `flood` ends by itself. */
export const floodPieces = 1_500;

/** What each scripted model does, by its id. None of them looks at the time of day or at chance. */
const scripts: Readonly<Record<string, Script>> = {
  /** Repeats the last text of the conversation, a word at a time. */
  async *echo(_request, prompt) {
    yield* prompt.split(/(?<=\s)/);
  },
  /** As `echo`, one UTF-16 code unit at a time: characters beyond the first plane come in halves. */
  async *"echo-units"(_request, prompt) {
    yield* prompt.split("");
  },
  /** As `echo`, of a model that makes few tokens. */
  async *capped(_request, prompt) {
    yield prompt;
  },
  /** Reports every kind of usage. */
  async *counted() {
    yield usage({ input: 11, cacheRead: 7, cacheWrite: 5 });
    yield "Counted.";
    yield usage({ output: 13, reasoning: 3 });
  },
  /** Text and two tool calls, the second one in fragments that cut its JSON anywhere. */
  async *tools() {
    yield "Let me look.";
    yield toolCall({ name: "get_weather", arguments: { city: "Zürich" } });
    yield toolCallStart({ name: "get_time" });
    for (const piece of ['{"zo', 'ne":"Eur', "ope/Zu", 'rich"', "}"]) {
      yield toolCallArguments(piece);
    }
  },
  /** Reasoning with a signature, reasoning that nobody can read, then text. */
  async *thinker() {
    yield thinking("First ");
    yield thinking("think.", { signature: "c2lnbmF0dXJl" });
    yield redactedThinking("b3BhcXVl");
    yield "Then answer.";
  },
  async *refuser() {
    yield refusal("I cannot help with that.");
  },
  async *"fail-before"() {
    yield* failing([], overloaded());
  },
  async *"crash-before"() {
    yield* failing([], new Error(secretDetail));
  },
  async *"fail-after"() {
    yield* failing(["Half an ", "answer"], overloaded());
  },
  async *"crash-after"() {
    yield* failing(["Half an ", "answer"], new Error(secretDetail));
  },
  /** Five pieces, 60 ms before each. */
  async *slow({ signal }) {
    for (const piece of ["one ", "two ", "three ", "four ", "five"]) {
      await wait(60, signal);
      yield piece;
    }
  },
  /** A piece every 10 ms, for as long as somebody reads. */
  async *endless({ signal }) {
    for (;;) {
      yield "more ";
      await wait(10, signal);
    }
  },
  /** As `endless`, but deaf to the signal: only leaving the generator stops it. */
  async *deaf() {
    for (;;) {
      yield "more ";
      await wait(10);
    }
  },
  /** As much as is asked for at once, 48 MB at most. */
  async *flood() {
    const piece = "x".repeat(floodPieceLength);
    for (let index = 0; index < floodPieces; index++) yield piece;
  },
  /** One piece, then silence until the request is aborted. */
  async *silent({ signal }) {
    yield "Hush.";
    await aborted(signal);
  },
  /** Silence from the beginning. */
  async *mute({ signal }) {
    await aborted(signal);
    yield "too late";
  },
};

/** The most tokens that `capped` makes. */
const cap = 50;

/** Fresh scripted models with a record of their own. */
export function createScriptedModels(): ScriptedModels {
  const runs: ScriptedRun[] = [];
  const models = Object.entries(scripts).map(([id, script]) =>
    defineModel(id, (request) => record(id, script, request, runs), {
      displayName: `Scripted ${id}`,
      created: 1_700_000_000,
      prices: { input: 1, output: 2 },
      ...(id === "capped" && { capabilities: { maxOutputTokens: cap } }),
    }),
  );
  return { models, runs };
}

async function* record(
  model: string,
  script: Script,
  request: InProcessRequest,
  runs: ScriptedRun[],
): AsyncGenerator<ModelYield, void> {
  const { requestId, signal } = request;
  const prompt = lastText(request.conversation);
  const run: ScriptedRun = { model, requestId, prompt, yields: 0, running: true, aborted: false };
  runs.push(run);
  signal.addEventListener("abort", () => {
    run.aborted = true;
  });
  try {
    for await (const piece of script(request, prompt)) {
      run.yields += 1;
      yield piece;
    }
  } finally {
    run.running = false;
  }
}

function lastText({ turns }: Conversation): string {
  const texts = turns
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.at(-1) ?? "";
}

async function* failing(pieces: readonly string[], error: Error): AsyncGenerator<ModelYield, void> {
  yield* pieces;
  throw error;
}

function overloaded(): ServiceError {
  return new ServiceError({ kind: "overloaded", message: failureMessage });
}

/** Rejects when the signal aborts. */
function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort);
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

import type { OpenAIRunner } from "@diglot/openai-agents";

/** What a run is, in place of one of the SDK. */
export interface ScriptedRun {
  /** What its stream has; the last one may be an error, which it throws. */
  readonly events?: readonly (object | Error)[] | undefined;
  readonly finalOutput?: unknown;
  readonly interruptions?: readonly unknown[];
  readonly usage?: object | undefined;
  readonly state?: undefined;
}

/** A runner that notes what it is asked to run, and answers with a scripted run. */
export function notingRunner({ events = [], usage, ...run }: ScriptedRun = {}) {
  const calls: { readonly input: unknown; readonly options: Readonly<Record<string, unknown>> }[] =
    [];
  const runner: OpenAIRunner = {
    async run(_agent, input, options) {
      calls.push({ input, options });
      return {
        ...{ state: { usage }, finalOutput: "ok", ...run },
        async *[Symbol.asyncIterator]() {
          for (const event of events) {
            if (event instanceof Error) throw event;
            yield event;
          }
        },
      };
    },
  };
  return { runner, calls };
}

/** An event of a model's stream. */
export function modelEvent(data: object): object {
  return { type: "raw_model_stream_event", data };
}

/** A piece of text. */
export function textEvent(delta: string): object {
  return modelEvent({ type: "output_text_delta", delta });
}

/** An event of the provider itself. */
export function rawEvent(event: unknown): object {
  return modelEvent({ type: "model", event });
}

/** A chunk of Chat Completions with one choice. */
export function chunkEvent(delta: object, finish_reason: string | null = null): object {
  return rawEvent({ choices: [{ delta, finish_reason }] });
}

/** The end of a call of a model. */
export function doneEvent(usage?: object): object {
  return modelEvent({ type: "response_done", response: { usage } });
}

import type { Format } from "./formats.ts";

/** How large a request is. */
export interface RequestSize {
  /** Messages of the history: a caller's and a model's in turns, the caller's last. */
  readonly turns: number;
  /** Characters of each message. */
  readonly characters: number;
  readonly tools: number;
}

/** A usual request: a short conversation and two tools, about 3.6 kB. */
export const usualSize: RequestSize = { turns: 5, characters: 400, tools: 2 };

/** The name of the only model of every service that is measured. */
export const modelName = "bench-model";

/** The body of a request, as text. */
export function requestBody(format: Format, stream: boolean, size = usualSize): string {
  return JSON.stringify(builders[format](stream, size));
}

const builders: Readonly<Record<Format, (stream: boolean, size: RequestSize) => object>> = {
  chat: (stream, size) => ({
    model: modelName,
    max_tokens: 1024,
    temperature: 0.7,
    ...(stream && { stream, stream_options: { include_usage: true } }),
    messages: [{ role: "system", content: proseOf(700) }, ...historyOf(size)],
    ...(size.tools > 0 && {
      tools: times(size.tools, (index) => {
        const { input_schema: parameters, ...named } = toolOf(index);
        return { type: "function", function: { ...named, parameters } };
      }),
    }),
  }),
  messages: (stream, size) => ({
    model: modelName,
    max_tokens: 1024,
    temperature: 0.7,
    ...(stream && { stream }),
    system: proseOf(700),
    messages: historyOf(size),
    ...(size.tools > 0 && { tools: times(size.tools, toolOf) }),
  }),
};

function historyOf({ turns, characters }: RequestSize): readonly object[] {
  return times(turns, (index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: proseOf(characters),
  }));
}

function toolOf(index: number) {
  return {
    name: `look_up_${index}`,
    description: proseOf(120),
    input_schema: {
      type: "object",
      properties: {
        query: { type: "string", description: proseOf(60) },
        limit: { type: "integer", minimum: 0 },
        kind: { type: "string", enum: ["one", "other"] },
      },
      required: ["query"],
      additionalProperties: false,
    },
  };
}

/** Text with quotes, line breaks and letters beyond ASCII. */
function proseOf(characters: number): string {
  const sentence = 'Each of the words is "short"\nand the text — like all texts — goes on. ';
  return sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

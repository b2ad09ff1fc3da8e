/**
 * What is used of the AI SDK, as structural types. The models of its versions 6 and 7, and their agents,
 * are different types with the same shape, and a package that names one of them accepts only that one.
 * What they are called with is checked against the types of the newest version where it is written.
 */

/** A language model of a provider, of version 3 or 4 of the AI SDK's provider specification. */
export interface AiSdkModel {
  readonly specificationVersion: "v3" | "v4";
  /** The name of the provider, such as `openai.responses`. */
  readonly provider: string;
  /** The provider's name of the model. */
  readonly modelId: string;
  /** The URLs that the provider reads itself, by media type. */
  readonly supportedUrls: UrlPatterns | PromiseLike<UrlPatterns>;
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** Patterns of URLs by media type, such as `image/*`. */
export type UrlPatterns = Readonly<Record<string, readonly RegExp[]>>;

/** An agent: `ToolLoopAgent`, or whatever implements the AI SDK's interface `Agent`. */
export interface AiSdkAgent {
  readonly version: "agent-v1";
  readonly id: string | undefined;
  stream(options: never): PromiseLike<{ readonly fullStream: AsyncIterable<unknown> }>;
}

/** What a call of the AI SDK takes besides what follows from the request: `providerOptions`, `headers`, … */
export type CallSettings = Readonly<Record<string, unknown>>;

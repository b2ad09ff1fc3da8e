/** A call in a reply. */
export interface RepliedCall {
  readonly name: string;
  /** Absent: they are not JSON. */
  readonly arguments?: unknown;
}

/** What the examination looks at in a reply of any format, streamed or not. */
export interface SmallReply {
  readonly text: string;
  readonly calls: readonly RepliedCall[];
  /** The members or blocks in which reasoning came. */
  readonly reasoningIn: readonly string[];
  /** Why it ended, in the format's own word. */
  readonly finish: string | undefined;
  /** Whether it ended at the limit of tokens. */
  readonly isCut: boolean;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Tokens of the input that came from the prompt cache. */
  readonly cachedTokens: number | undefined;
  readonly choices: number;
  readonly hasLogprobs: boolean;
  /** Absent: it did not come as a stream. */
  readonly stream?: { readonly events: number; readonly hasTerminalEvent: boolean } | undefined;
}

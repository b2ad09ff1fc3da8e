/** What is read of a message, or of a piece of one. */
export interface Chunk {
  readonly type: string;
  readonly content: string | readonly Readonly<Record<string, unknown>>[];
  readonly tool_call_chunks?: readonly CallPiece[] | undefined;
  /** Of a whole message. */
  readonly tool_calls?: readonly WholeCall[] | undefined;
  /** Of a whole message: calls whose arguments are not JSON. */
  readonly invalid_tool_calls?: readonly CallPiece[] | undefined;
  /** Of the result of a tool. */
  readonly tool_call_id?: string | undefined;
  readonly usage_metadata?: UsageMetadata | undefined;
  readonly response_metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly additional_kwargs?: Readonly<Record<string, unknown>> | undefined;
}

/** A piece of a tool call. */
export interface CallPiece {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: string | undefined;
}

/** A tool call of a message that was not streamed. */
export interface WholeCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Token counts as LangChain has them: the input includes what was read from and written to a cache. */
export interface UsageMetadata {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly input_token_details?: { readonly cache_read?: number; readonly cache_creation?: number };
  readonly output_token_details?: { readonly reasoning?: number };
}

/** Whether a value is a message, of whichever copy of LangChain. */
export function isChunk(value: unknown): value is Chunk {
  return typeof value === "object" && value !== null && "content" in value && "type" in value;
}

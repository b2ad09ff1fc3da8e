/** A tool that takes one text. */
export interface SmallTool {
  readonly name: string;
  readonly description: string;
  readonly parameter: string;
}

/** A call that the model has made, and its result. */
export interface PastCall {
  readonly tool: SmallTool;
  readonly argument: string;
  readonly result: string;
}

/** Which tool must be called: the words of Messages, or a name. */
export type SmallToolChoice = "auto" | "any" | "none" | { readonly name: string };

/** A request with which a server is asked what it can do, in the words of no format. */
export interface SmallRequest {
  readonly prompt: string;
  /** Instructions before the conversation. */
  readonly system?: string;
  /** Instructions after the first turns. */
  readonly lateSystem?: string;
  /** The most tokens of the reply. @default as many as the examination allows */
  readonly maxTokens?: number;
  readonly stream?: boolean;
  readonly tools?: readonly SmallTool[];
  readonly toolChoice?: SmallToolChoice;
  /** Asks for at most one call. */
  readonly singleCall?: boolean;
  readonly pastCall?: PastCall;
  /** A PNG in base64. */
  readonly image?: string;
  /** A PDF in base64. */
  readonly pdf?: string;
  readonly stop?: readonly string[];
  /** A JSON Schema of the reply. */
  readonly schema?: object;
  /** Members of the format itself, which are put into the body over all others. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The names that Chat Completions has for the limit of tokens. */
export type MaxTokensField = "max_tokens" | "max_completion_tokens";

/** What all requests of an examination have in common. */
export interface Target {
  readonly model: string;
  readonly maxTokens: number;
  readonly maxTokensField: MaxTokensField;
}

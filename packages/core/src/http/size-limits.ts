/** The sizes that the service accepts. */
export interface SizeLimits {
  /**
   * Bytes of a request body, both as it is sent and as it is decoded. Every runtime decodes gzip and deflate; Node
   * and Deno also decode br. @default 33_554_432 (32 MiB, the limit of the Messages service)
   */
  readonly bodyBytes: number;
  /**
   * Bytes of all request bodies that are being read at once; at least `bodyBytes`. A body that does not fit is
   * refused as `overloaded`: at once if its declared length shows it, otherwise as its bytes arrive. @default
   * 268_435_456 (256 MiB)
   */
  readonly uploadBytes: number;
  /** Nesting of a request body. @default 128 */
  readonly jsonDepth: number;
  /**
   * Elements of lists and members of objects in a request body, at every depth. A list or an object counts twice,
   * because it takes more memory, and an empty one three times. @default 500_000
   */
  readonly jsonValues: number;
  /** Members of one object in a request body, repeated names included. @default 10_000 */
  readonly objectMembers: number;
  /**
   * Messages of one request. The Messages service takes 100,000, and so does the fake of `@diglot/testing`.
   * @default 10_000
   */
  readonly messages: number;
  /** Blocks or parts of one message. @default 10_000 */
  readonly blocks: number;
  /**
   * Blocks or parts, and in Chat Completions calls, of all messages together. Blocks inside other blocks do not
   * count. @default 50_000
   */
  readonly totalBlocks: number;
  /** Tools of one request. @default 10_000 */
  readonly tools: number;
  /** Stop sequences of one request. @default 1_000 */
  readonly stopSequences: number;
  /**
   * Characters of one event that a model yields, or of one event of an upstream's stream with its framing; bytes
   * where a stream is relayed. @default 4_194_304
   */
  readonly eventCharacters: number;
  /** Characters of one reply; bytes where a stream is relayed. @default 67_108_864 */
  readonly replyCharacters: number;
  /**
   * Blocks, calls and citations of one reply, in all its choices together. A reply with more could not be sent
   * back in one message of a conversation (`blocks`). @default 10_000
   */
  readonly replyBlocks: number;
}

/** The size limits of a service that sets none. */
export const defaultSizeLimits: SizeLimits = {
  bodyBytes: 32 * 1024 * 1024,
  uploadBytes: 256 * 1024 * 1024,
  jsonDepth: 128,
  jsonValues: 500_000,
  objectMembers: 10_000,
  messages: 10_000,
  blocks: 10_000,
  totalBlocks: 50_000,
  tools: 10_000,
  stopSequences: 1_000,
  eventCharacters: 4 * 1024 * 1024,
  replyCharacters: 64 * 1024 * 1024,
  replyBlocks: 10_000,
};

import { type Check, checks, type PriceList, validPrices } from "@diglot/core";

/** Options of an embedding model in this process; all of them have defaults. */
export interface EmbeddingModelOptions {
  /** @default the id */
  readonly displayName?: string | undefined;
  /** Unix time in seconds. @default 0 */
  readonly created?: number | undefined;
  /** @default "diglot" */
  readonly ownedBy?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  /** The price of a token of input counts; there is no output. */
  readonly prices?: PriceList | undefined;
  /** Counts the tokens of a text, for the usage. @default a quarter of the bytes */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** Turns input that callers send in tokens into text. @default such input is refused */
  readonly decodeTokens?: ((tokens: readonly number[]) => string) | undefined;
}

/** What these options may be. */
export const validModelOptions: Check = checks.deferred(() =>
  checks.members<EmbeddingModelOptions>({
    displayName: checks.text,
    created: checks.amount,
    ownedBy: checks.text,
    aliases: checks.listOf(checks.name),
    prices: { given: validPrices },
    countTokens: checks.callback,
    decodeTokens: checks.callback,
  }),
);

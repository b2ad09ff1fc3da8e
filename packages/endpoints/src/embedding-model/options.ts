import { type Check, checks, type PriceList, validPrices } from "@diglot/core";

/** Options of an embedding model in this process; all of them have defaults. */
export interface EmbeddingModelOptions {
  /** The name in lists of models. @default the id */
  readonly displayName?: string | undefined;
  /** When the model was made, in lists of models: Unix time in seconds. @default 0 */
  readonly created?: number | undefined;
  /** The owner in lists of models. @default "diglot" */
  readonly ownedBy?: string | undefined;
  /**
   * Other names under which callers may ask for the model. A name that ends in `*` stands for every name with that
   * prefix. @default none
   */
  readonly aliases?: readonly string[] | undefined;
  /** US dollars per million tokens of input; there is no output. @default free */
  readonly prices?: PriceList | undefined;
  /** Counts the tokens of a text, for the usage. @default a quarter of the bytes */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * Turns input that callers send in tokens into text. LangChain for Python sends tokens by default. @default such
   * input is refused
   */
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

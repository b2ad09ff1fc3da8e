import { type Check, checks, type ModelOptions, validPrices } from "@diglot/core";

/** Options of every model of this package; all have defaults. */
export interface EmbeddedModelOptions
  extends Pick<ModelOptions, "displayName" | "created" | "ownedBy" | "aliases" | "prices"> {
  /** The name under which callers ask for the model. @default `"echo"` or `"eliza"` */
  readonly id?: string | undefined;
  /** Milliseconds of waiting after each word of text, by the service's clock: 0 or more. @default 0 */
  readonly wordDelay?: number | undefined;
}

const { amount, checkOptions, listOf, members, name, text } = checks;

/**
 * Checks the options of a model.
 * @throws TypeError that names the option and the cure
 */
export function checkModelOptions(user: string, options: EmbeddedModelOptions): void {
  checkOptions(user, options, validOptions);
}

const validOptions: Check = members<EmbeddedModelOptions>({
  id: name,
  displayName: text,
  created: amount,
  ownedBy: text,
  aliases: listOf(name),
  prices: { given: validPrices },
  wordDelay: amount,
});

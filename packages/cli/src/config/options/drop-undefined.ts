/** The members that are set: an option that is undefined would hide its default. */
export function dropUndefined<Options extends object>(options: Options): Defined<Options> {
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as Defined<Options>;
}

/** The same members, none of them undefined. */
export type Defined<Options> = {
  readonly [Name in keyof Options]?: Exclude<Options[Name], undefined>;
};

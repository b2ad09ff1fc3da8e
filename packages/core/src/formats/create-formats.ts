import type { Format, FormatDefinition, FormatSetup } from "./format.js";
import { type FormatList, type FormatOptions, formats } from "./formats.js";
import type { StrictProfile } from "./strict-profile.js";

/** The options of a service that configure its formats. */
interface Options extends FormatOptions {
  readonly formats?: FormatList | undefined;
}

/** What all formats of a service have in common. */
interface Common extends Pick<FormatSetup, "sizeLimits" | "documents"> {
  readonly validation: "open" | StrictProfile;
}

/** The formats of a service, each with its own options and its part of the strict profile. */
export function createFormats(
  options: Options,
  { validation, ...common }: Common,
): readonly [Format, ...Format[]] {
  const optionOf: Readonly<Record<string, unknown>> = { ...options };
  const strictOf: Readonly<Record<string, unknown>> =
    validation === "open" ? {} : { ...validation };
  const create = ({ option, create }: FormatDefinition): Format =>
    create({ ...common, options: optionOf[option], strict: strictOf[option] });
  const [first, ...rest] = options.formats ?? formats;
  const created = [create(first), ...rest.map(create)] as const;
  const companions = created.flatMap(({ companions = [] }) => companions);
  return Object.freeze([...created, ...companions] as const);
}

import { toPlainLine } from "@diglot/core/redaction";
import { type Problem, toPathText } from "./problem.js";

/** A config that cannot work. The message lists every mistake with its file and path. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly Problem[];

  /** @param source the file, or what else the config is called */
  constructor(source: string, problems: readonly Problem[], options?: ErrorOptions) {
    super(problems.map((problem) => toLine(source, problem)).join("\n"), options);
    this.problems = problems;
  }
}

function toLine(source: string, { path, message }: Problem): string {
  const place = toPathText(path);
  return toPlainLine(place === "" ? `${source}: ${message}` : `${source}: ${place} ${message}`);
}

/**
 * Returns what `make` returns. The `TypeError` by which the library refuses an option becomes a mistake
 * at `path`.
 * @throws ConfigError
 */
export function atPath<Made>(source: string, path: Problem["path"], make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    throw toConfigError(source, path, cause);
  }
}

/**
 * The same for what is made later.
 * @throws ConfigError
 */
export async function atPathLater<Made>(
  source: string,
  path: Problem["path"],
  make: () => Promise<Made>,
): Promise<Made> {
  try {
    return await make();
  } catch (cause) {
    throw toConfigError(source, path, cause);
  }
}

function toConfigError(source: string, path: Problem["path"], cause: unknown): unknown {
  if (!(cause instanceof TypeError)) return cause;
  const message = path.length > 0 ? `is refused: ${cause.message}` : cause.message;
  return new ConfigError(source, [{ path, message }], { cause });
}

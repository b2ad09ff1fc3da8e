import type { Format } from "../../formats/format.js";
import { pathModels, type RouteSettings } from "../route.js";

/** What decides on the base URLs of clients. */
export type BaseSettings = Pick<RouteSettings, "formats" | "basePath">;

/** What the usual client of a format has in its base URL, after the address of the server. */
export function usualBase(format: Format, basePath: string): string {
  const [usual = format.path] = format.clientPaths ?? [];
  return baseFor(format, usual, basePath);
}

/**
 * What the client that asked for an unknown path should have in its base URL, after the address of
 * the server. The end of the path is what the client appended. `undefined` if that is nothing which
 * clients append. `format` is the one that the request appears to use.
 */
export function wantedBase(
  path: string,
  format: Format,
  { formats, basePath }: BaseSettings,
): string | undefined {
  const ends = [...formats.flatMap((one) => endsOf(one, basePath)), modelsEnd(format, basePath)];
  const found = ends
    .filter(({ end }) => path.replace(/\/$/, "").endsWith(end))
    .sort((one, other) => other.end.length - one.end.length);
  return found[0]?.base;
}

/** What a client appends to its base URL, and the base URL that makes it right. */
interface End {
  readonly end: string;
  readonly base: string;
}

function endsOf(format: Format, basePath: string): readonly End[] {
  const { path, countTokensPath = path, clientPaths = [path] } = format;
  const counter = countTokensPath.startsWith(path) ? countTokensPath.slice(path.length) : "";
  return clientPaths.flatMap((appended) => {
    const base = baseFor(format, appended, basePath);
    return [
      { end: appended, base },
      { end: `${appended}${counter}`, base },
    ];
  });
}

function modelsEnd(format: Format, basePath: string): End {
  const base = usualBase(format, "");
  const end = pathModels.startsWith(base) ? pathModels.slice(base.length) : pathModels;
  return { end, base: `${basePath}${base}` };
}

function baseFor({ path }: Format, appended: string, basePath: string): string {
  return `${basePath}${path.endsWith(appended) ? path.slice(0, -appended.length) : ""}`;
}

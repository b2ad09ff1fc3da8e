import { clip } from "../../errors/clip.js";
import { ServiceError } from "../../errors/service-error.js";
import type { Format } from "../../formats/format.js";
import type { Exchange } from "../../http/exchange.js";
import { askedPath, pathModels } from "../route.js";
import { type BaseSettings, usualBase, wantedBase } from "./base-urls.js";

/** A longer path is cut in messages. */
const longestPath = 200;
const longestMethod = 20;

/**
 * No endpoint has this path: the message says which path it was, which ones the formats have, and
 * which base URL the client probably needs. Additional endpoints are not named, because they may be
 * meant for few. The target `*`, which stands for the whole server, is no path.
 */
export function unknownPath(
  { method, target }: Pick<Exchange, "method" | "target">,
  format: Format,
  settings: BaseSettings,
): ServiceError {
  const path = askedPath(target);
  const asked = `Nothing answers ${printable(method, longestMethod)} ${printable(path, longestPath)}.`;
  if (target === "*") return new ServiceError({ kind: "bad_request", message: asked });
  const paths = joinWords(servedPaths(settings));
  return new ServiceError({
    kind: "unknown_path",
    message: [
      asked,
      nameApi(path),
      `This service answers ${paths}.`,
      adviceFor(path, format, settings),
    ]
      .filter(Boolean)
      .join(" "),
  });
}

/** The methods and paths that the formats have, such as `POST /v1/messages`. */
export function servedPaths({ formats, basePath }: BaseSettings): readonly string[] {
  const written = formats.flatMap(({ path, countTokensPath }) =>
    countTokensPath === undefined ? [path] : [path, countTokensPath],
  );
  return [
    ...written.map((path) => `POST ${basePath}${path}`),
    `GET ${basePath}${pathModels}`,
    `GET ${basePath}${pathModels}/{id}`,
  ];
}

/** A base URL in words; the service does not know under which address callers reach it. */
export function describeBase(base: string): string {
  return base === "" ? "this server's address alone" : `this server's address followed by ${base}`;
}

/** Ends of paths of other APIs that clients of these formats have, too. */
const otherApis: readonly (readonly [end: RegExp, name: string])[] = [
  [/\/responses(\/|$)/, "the Responses API"],
  [/(?<!chat)\/completions$/, "the older Completions API"],
  [/\/complete$/, "the older Text Completions API"],
  [/\/embeddings$/, "the Embeddings API"],
  [/\/messages\/batches(\/|$)/, "the Message Batches API"],
  [/\/batches(\/|$)/, "the Batch API"],
  [/\/files(\/|$)/, "the Files API"],
];

/** Says which API a path belongs to that this service does not speak, if it is a well-known one. */
function nameApi(path: string): string | undefined {
  const [, name] = otherApis.find(([end]) => end.test(path)) ?? [];
  return name && `It belongs to ${name}, which this service does not speak.`;
}

function adviceFor(path: string, format: Format, settings: BaseSettings): string {
  const wanted = wantedBase(path, format, settings);
  if (wanted !== undefined) {
    return `The base URL of this client should probably be ${describeBase(wanted)}.`;
  }
  const bases = settings.formats.map(
    (one) => `${describeBase(usualBase(one, settings.basePath))} for ${one.name}`,
  );
  return `As its base URL a client needs ${joinWords(bases)}.`;
}

function joinWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

/** What a caller wrote, cut, and with escapes for all that is not plain in a path. */
function printable(text: string, longest: number): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const start = text.slice(0, longest + 1);
  return clip(start.replace(/[^\w\-.~:/@!$&()*+,;=%{}]/g, toEscape), longest);
}

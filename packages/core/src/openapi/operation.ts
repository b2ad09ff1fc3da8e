import type { Endpoint } from "../endpoints/endpoint.js";

/** A schema of zod. Its type does not name zod, so that descriptions compile where that is not installed. */
export interface Schema {
  readonly _zod: object;
}

/** Who may call: holders of keys, administrators, or everyone. */
export type Access = "key" | "administrator" | "everyone";

/** The content of an answer, by media type: the schemas of its forms, or only what the text is. */
export type Content = Readonly<Record<string, readonly Schema[] | { readonly text: string }>>;

/** One operation of a service, as the description shows it. */
export interface Operation {
  readonly method: Endpoint["method"];
  /** Below the base path, as an endpoint declares it: `/admin/keys/:id`. */
  readonly path: string;
  /** Unique; generated clients make the name of a function of it. */
  readonly id: string;
  /** The group that it belongs to. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly access: Access;
  /** Headers of the request, by name, beside those with a key. */
  readonly headers?: Readonly<Record<string, HeaderDescription>> | undefined;
  /** Each member is a parameter. */
  readonly query?: Schema | undefined;
  /** The JSON body of the request. */
  readonly body?: Schema | undefined;
  /** What is answered if all goes well. */
  readonly answer: Answered;
  /** Answers of other statuses that are not errors of a format, by status. */
  readonly otherAnswers?: Readonly<Record<number, Answered>> | undefined;
  /** The JSON body of every failure. @default those of all formats, among which the caller's headers decide */
  readonly error?: Schema | undefined;
}

/** An answer to a request that went well. */
export interface Answered {
  /** @default 200 */
  readonly status?: number | undefined;
  readonly description: string;
  readonly content: Content;
  readonly headers?: Readonly<Record<string, HeaderDescription>> | undefined;
}

/** One header. */
export interface HeaderDescription {
  readonly description: string;
  readonly example?: string | undefined;
  /** @default false */
  readonly required?: boolean | undefined;
}

/** A JSON answer in one of several forms. */
export function json(...forms: readonly Schema[]): Content {
  return { "application/json": forms };
}

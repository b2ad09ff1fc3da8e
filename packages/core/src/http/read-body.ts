import { ServiceError } from "../errors/service-error.js";
import { tooLarge } from "../errors/too-large.js";
import { JsonError, type StructureLimits } from "../json/json-error.js";
import { parseInSteps } from "../json/parsing/parse-in-steps.js";
import type { ParsedJson } from "../json/parsing/pieces.js";
import { withoutMark } from "../json/tokens.js";
import type { Clock } from "../runtime/clock.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { runSteps } from "../runtime/run-steps.js";
import type { Steps } from "../runtime/steps.js";
import { yieldFor } from "../runtime/yield-for.js";
import { toByteSource } from "./byte-source.js";
import { decodeContent } from "./decode-content.js";
import type { ByteSource, Exchange, IncomingBody } from "./exchange.js";
import type { SizeLimits } from "./size-limits.js";
import type { Uploads } from "./uploads.js";

/** A body that has been read and parsed. */
export interface JsonBody {
  readonly value: unknown;
  /**
   * The bytes of the body, without a byte order mark. They are its value as JSON text again if the
   * host has already parsed it, or if a name is repeated in one of its objects.
   */
  readonly bytes: Uint8Array;
  /** Whether its value, written as JSON again, has every number and name as the bytes do. */
  readonly isExact: boolean;
  /** What reporters see in place of the bytes, if these are no text. */
  readonly shown?: Uint8Array | undefined;
}

/** What reading a body needs to know. */
export interface BodySettings {
  readonly sizeLimits: SizeLimits;
  readonly uploads: Uploads;
  readonly clock: Clock;
}

/**
 * Reads and parses a JSON body within its limits: declared length, bytes, structure, then the text.
 * Other work of the process may run between the passes over a large body.
 * @throws ServiceError `unsupported_media`, `too_large`, `overloaded` or `bad_request`
 */
export async function readJsonBody(exchange: Exchange, settings: BodySettings): Promise<JsonBody> {
  checkMedia(exchange);
  const { body } = exchange;
  switch (body.kind) {
    case "empty":
      return parseBytes(new Uint8Array(0), settings);
    case "parsed":
      return readParsed(body.value, settings);
    case "stream":
      return parseBytes(await readSource(exchange, toByteSource(body.chunks), settings), settings);
    case "source":
      return parseBytes(await readSource(exchange, body.source, settings), settings);
    case "failed":
      throw failedBefore(body.reason);
  }
}

/**
 * Reads the bytes of a body that is not JSON, within the limit of its length.
 * @throws ServiceError `unsupported_media`, `too_large`, `overloaded` or `bad_request`
 */
export async function readBytes(exchange: Exchange, settings: BodySettings): Promise<Uint8Array> {
  const { body } = exchange;
  switch (body.kind) {
    case "empty":
      return new Uint8Array(0);
    case "parsed":
      throw unsupported("The host application has parsed the body, so it cannot be relayed.");
    case "stream":
      return readSource(exchange, toByteSource(body.chunks), settings);
    case "source":
      return readSource(exchange, body.source, settings);
    case "failed":
      throw failedBefore(body.reason);
  }
}

function readSource(
  exchange: Exchange,
  source: ByteSource,
  { sizeLimits, uploads }: BodySettings,
): Promise<Uint8Array> {
  const encoding = exchange.headers.get("content-encoding");
  return uploads.read(exchange, decodeContent(source, encoding, sizeLimits.bodyBytes));
}

function parseBytes(
  received: Uint8Array,
  { sizeLimits, clock }: BodySettings,
): MaybePromise<JsonBody> {
  const bytes = withoutMark(received);
  const parsed = runSteps(parseJson(bytes, sizeLimits), bytes, clock);
  return isPromise(parsed) ? toLargeBody(parsed, bytes) : toBody(parsed, bytes);
}

async function toLargeBody(parsed: PromiseLike<ParsedJson>, bytes: Uint8Array): Promise<JsonBody> {
  const json = await parsed;
  await yieldFor(bytes);
  return toBody(json, bytes);
}

/** Of a repeated name the parser keeps the last value, and other readers may keep the first. */
function toBody(parsed: ParsedJson, bytes: Uint8Array): JsonBody {
  const { value, repeatsNames, holdsInfinity, isExact } = parsed;
  if (holdsInfinity) throw notJson("number out of range");
  return {
    value,
    bytes: repeatsNames ? encoder.encode(JSON.stringify(value)) : bytes,
    isExact: repeatsNames || isExact,
  };
}

/** The host application could not parse the body; its own message may contain the body and is not shown. */
function failedBefore(reason: Extract<IncomingBody, { kind: "failed" }>["reason"]): ServiceError {
  switch (reason) {
    case "too_large":
      return new ServiceError({ kind: "too_large", message: "The request body is too large." });
    case "malformed":
      return notJson("unexpected character");
    case "unsupported":
      return unsupported("The content type, charset or content encoding is not supported.");
  }
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json$/;

/** A missing content type passes, as does any `+json`; the charset must be UTF-8. */
function checkMedia({ headers }: Exchange): void {
  const given = headers.get("content-type") ?? "";
  if (given === "application/json") return;
  const [type = "", ...parameters] = given.toLowerCase().split(";");
  if (type.trim() !== "" && !jsonType.test(type.trim())) {
    throw unsupported("The content type must be application/json.");
  }
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  if (charset && !/^charset="?utf-?8"?$/.test(charset))
    throw unsupported("The charset must be UTF-8.");
}

/** What a host has parsed is judged like any other body, by its text. */
function readParsed(value: unknown, settings: BodySettings): MaybePromise<JsonBody> {
  const { sizeLimits } = settings;
  const bytes = encoder.encode(stringify(value, sizeLimits));
  if (bytes.length > sizeLimits.bodyBytes) throw tooLarge(sizeLimits.bodyBytes);
  return parseBytes(bytes, settings);
}

/** A host's parser accepts any depth; writing the value back to text does not. */
function stringify(value: unknown, limits: SizeLimits): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (cause) {
    throw cause instanceof RangeError ? exceeds("jsonDepth", limits, cause) : cause;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function* parseJson(bytes: Uint8Array, limits: SizeLimits): Steps<ParsedJson> {
  try {
    return yield* parseInSteps(bytes, { limits });
  } catch (error) {
    throw error instanceof JsonError ? toRefusal(error, bytes, limits) : error;
  }
}

function toRefusal(error: JsonError, bytes: Uint8Array, limits: SizeLimits): ServiceError {
  const { fault } = error;
  if (fault === "encoding") return notJson("the body is not valid UTF-8");
  return fault === "syntax" ? notJson(reasonOf(error, bytes)) : exceeds(fault, limits, undefined);
}

/** The position of the error, never the text around it, which may be a prompt. */
function reasonOf({ position }: JsonError, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (text.trim() === "") return "the body is empty";
  if (position === undefined) return "unexpected character";
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  return `unexpected character: line ${line} column ${column} (char ${position})`;
}

/** What a body does that exceeds a limit, before and after the limit. */
const excesses: Readonly<Record<keyof StructureLimits, readonly [string, string]>> = {
  jsonDepth: ["is nested more than", "levels deep"],
  jsonValues: ["has more than", "values"],
  objectMembers: ["has an object with more than", "members"],
  jsonNames: ["has more than", "distinct names"],
};

function exceeds(
  name: keyof StructureLimits,
  limits: StructureLimits,
  cause: unknown,
): ServiceError {
  const [before, after] = excesses[name];
  const message = `The request body ${before} ${limits[name]} ${after}.`;
  return new ServiceError({ kind: "bad_request", message, cause });
}

/** It has no cause, because the parser's own words quote the body. */
function notJson(reason: string): ServiceError {
  return new ServiceError({
    kind: "invalid_json",
    message: `The request body is not valid JSON: ${reason}`,
  });
}

function unsupported(message: string): ServiceError {
  return new ServiceError({ kind: "unsupported_media", message });
}

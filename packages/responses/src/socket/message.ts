import {
  applyEdits,
  isObject,
  type JsonObject,
  membersOf,
  parseJson,
  refuse,
  removeMembers,
  type ServiceError,
  setMember,
} from "@diglot/core/formats";

/** A message that asks for a response. */
export interface CreateMessage {
  /** The lane that it belongs to, if the caller has several at once. */
  readonly lane: string | undefined;
  /** Whether the model is to be asked; if not, only an id to go on from is wanted. */
  readonly generates: boolean;
  /** The request, as its body is posted to the endpoint, streamed. */
  readonly bytes: Uint8Array;
  /** The same, as it was sent, and read. */
  readonly body: JsonObject;
}

/** Members of the message around the request. */
const envelope: ReadonlySet<string> = new Set(["type", "stream_id", "generate"]);

const utf8 = new TextEncoder();

/**
 * Reads a message of a caller. A switch for streams is ignored: all answers are streams here.
 * @throws ServiceError `bad_request` for anything else than a request for a response
 */
export function readMessage(text: string): CreateMessage {
  const message = parseJson(text);
  if (!isObject(message)) throw refuse("The message must be a JSON object.");
  const { type, stream_id: lane, generate, ...body } = message;
  if (type !== "response.create") {
    throw refuse("Invalid value: the type of a message must be 'response.create'.", "type");
  }
  if (lane != null && typeof lane !== "string") {
    throw refuse("Invalid type for 'stream_id': expected a string.", "stream_id");
  }
  const bytes = utf8.encode(text);
  const inner = applyEdits(bytes, removeMembers(membersOf(bytes), envelope));
  return {
    lane: lane ?? undefined,
    generates: generate !== false,
    bytes: applyEdits(inner, toStream(inner)),
    body,
  };
}

function toStream(bytes: Uint8Array) {
  const members = membersOf(bytes);
  if (members.length > 0) return setMember(members, "stream", "true");
  const end = bytes.length;
  return [{ start: 0, end, text: '{"stream":true}' }];
}

/** The message that tells of an error: that of an answer, with its status. */
export function toErrorMessage(status: number, error: unknown): string {
  return JSON.stringify({ type: "error", status, error });
}

/** A message as one of a lane. It is a JSON object that has members. */
export function inLane(lane: string | undefined, message: string): string {
  return lane === undefined ? message : `{"stream_id":${JSON.stringify(lane)},${message.slice(1)}`;
}

/** Too many of something that a connection has a limit for. */
export function overLimit(message: string, code: string): ServiceError {
  return refuse(message, undefined, code);
}

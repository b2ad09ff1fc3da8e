import {
  checks,
  defineModel,
  type Model,
  type ModelRequest,
  type Reply,
  ServiceError,
  validModel,
} from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { messageOf } from "../../common/message-of.js";
import { cleanConversation } from "../recording/clean-conversation.js";
import { credentialsOf, redactInSteps, type Secret, validSecrets } from "../secrets/redact.js";
import { structureOf } from "../structure/structure.js";
import { checkTape, type Tape } from "../tape.js";
import { notOnTape } from "./not-on-tape.js";
import { createPace, type ReplayTiming, validTiming } from "./pace.js";
import { createReading, type Reading } from "./reading.js";
import { openReplay } from "./replayed-reply.js";

/** Options of `replay`; everything has a default. */
export interface ReplayOptions {
  /** How much of the recorded time passes. @default "ignored" */
  readonly timing?: ReplayTiming | undefined;
  /**
   * The model that is asked for requests that are not on the tape; `record(upstream, tape)` adds them. Answers
   * that are added meanwhile are not replayed by this model. @default none: such a request fails, as it must in CI
   */
  readonly fallback?: Model | undefined;
  /** The name under which callers ask for the model. @default "replay" */
  readonly id?: string | undefined;
  /** Other names under which callers may ask for it. @default ["*"], every name */
  readonly aliases?: readonly string[] | undefined;
  /** The `secrets` that the tape was recorded with, if any. */
  readonly secrets?: readonly Secret[] | undefined;
}

const { checkOptions, listOf, members, name } = checks;

const validOptions = members<ReplayOptions>({
  timing: validTiming,
  fallback: validModel,
  id: name,
  aliases: listOf(name),
  secrets: validSecrets,
});

/**
 * A model that answers from the tape, in whatever format its caller speaks, streamed or not. Of the
 * recorded exchanges with the structure of the request (see `structureOf`) it uses each once, in
 * their order; where there are several, the one with the same texts goes first, and the one whose
 * conversation the request goes on (see `createReading`). Of several choices, each is a recording of its
 * own. The tape is read with the first request.
 *
 * A request that is not on the tape goes to `fallback`. Without one it fails with a `bad_request`,
 * which clients do not retry, whose message begins with `Not on the tape` and says in which
 * lines it differs from the nearest recorded one.
 * @throws TypeError for anything that is not a tape, and for an invalid option, which it names
 */
export function replay(tape: Tape, options: ReplayOptions = {}): Model {
  checkTape("replay", tape);
  checkOptions("replay", options, validOptions);
  const { timing = "ignored", fallback, id = "replay", aliases = ["*"], secrets = [] } = options;
  let reading: Promise<Reading> | undefined;

  async function respond(request: ModelRequest): Promise<Reply> {
    reading ??= readTape(tape);
    const { candidates, take } = await reading;
    const conversation = await asOnTape(request, [...secrets, ...(fallback?.secrets?.() ?? [])]);
    const structure = structureOf(conversation);
    const candidate = take(structure, conversation, request.choice);
    if (candidate) return answer(request, candidate.exchange.reply);
    if (fallback) return fallback.respond(request);
    throw notOnTape(structure, candidates);
  }

  async function answer(
    request: ModelRequest,
    reply: Parameters<typeof openReplay>[0]["reply"],
  ): Promise<Reply> {
    const attempt = await request.attempt({ model });
    if (request.signal.aborted) {
      await attempt.release();
      throw request.signal.reason;
    }
    const pace = createPace(timing, request);
    return { kind: "events", events: await openReplay({ reply, attempt, pace }) };
  }

  const model: Model = Object.freeze({ ...frameOf(id, aliases, fallback), respond });
  return model;
}

/** Takes what the fallback takes; without one, all that events can answer. */
function frameOf(id: string, aliases: readonly string[], fallback: Model | undefined): Model {
  const frame = defineModel(id, nothing, {
    aliases,
    capabilities: { unknownContent: true, logprobs: true },
  });
  if (!fallback) return frame;
  const { capabilities, validatesOwnRequests } = fallback;
  return {
    ...frame,
    capabilities,
    validatesOwnRequests,
    countInputTokens: (conversation) => fallback.countInputTokens(conversation),
    ...(fallback.secrets && { secrets: fallback.secrets.bind(fallback) }),
  };
}

async function* nothing() {}

/** The tape's own words say what is wrong with a file; they must reach the reader of the test. */
async function readTape(tape: Tape): Promise<Reading> {
  try {
    return createReading(await tape.read());
  } catch (error) {
    const message = `The tape cannot be read: ${messageOf(error)}`;
    throw new ServiceError({ kind: "bad_request", message, cause: error });
  }
}

/** The request as it would have been recorded, so that both are compared alike. */
function asOnTape({ conversation, origin }: ModelRequest, secrets: readonly Secret[]) {
  const redactor = createRedactor([...credentialsOf(origin.headers), ...secrets]);
  const steps = redactInSteps(cleanConversation(conversation()), redactor);
  return runRedaction(steps, origin.bytes.length);
}

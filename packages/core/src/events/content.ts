import type { Conversation } from "../conversation/conversation.js";
import type { ChoiceEvent, ConversationEvent } from "../conversation/events.js";
import type { HeaderList } from "../http/answers.js";

/** Which request some content belongs to, and when it passed, in Unix milliseconds. */
interface Passed {
  readonly requestId: string;
  readonly at: number;
}

/** The same of content that passes between the service and an upstream. */
interface PassedUpstream extends Passed {
  readonly attemptId: string;
}

/**
 * What passes through the service: prompts and outputs. Bytes must not be changed by whoever sees
 * them, and those of a stream may be used again after the call. Credentials are never part of it, and
 * neither are the answers of endpoints.
 */
export type Content =
  /** The body that the caller has sent. */
  | ({ readonly type: "request"; readonly body: Uint8Array } & Passed)
  /**
   * What that body says, once it is valid: `read` gives it in neutral form, and parses it unless that
   * was done before. Throws for a conversation that cannot be read.
   */
  | ({ readonly type: "conversation"; readonly read: () => Conversation } & Passed)
  /** The head of the answer to the caller. */
  | ({
      readonly type: "answer";
      readonly status: number;
      readonly headers: HeaderList;
    } & Passed)
  /** A block of that answer's body, or all of it. */
  | ({ readonly type: "answer_block"; readonly bytes: Uint8Array } & Passed)
  /** What is sent to an upstream. */
  | ({
      readonly type: "upstream_request";
      readonly url: string;
      readonly body: Uint8Array | undefined;
    } & PassedUpstream)
  /** The head of the upstream's answer. */
  | ({
      readonly type: "upstream_answer";
      readonly status: number;
      readonly headers: HeaderList;
    } & PassedUpstream)
  /** A block of that answer's body. */
  | ({ readonly type: "upstream_block"; readonly bytes: Uint8Array } & PassedUpstream)
  /** Neutral events of the reply of one attempt, unless its bytes are relayed. */
  | ({
      readonly type: "events";
      /** Absent for a model that has opened no attempt. */
      readonly attemptId?: string | undefined;
      readonly events: readonly (ConversationEvent | ChoiceEvent)[];
    } & Passed);

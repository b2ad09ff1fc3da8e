import type { KeyRecord } from "../accounts/keys/keys.js";
import { toObject } from "../json/value.js";
import type { RequestFacts } from "./request-facts.js";

/** What a request asks for. */
interface Asked {
  readonly endUser?: string | undefined;
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
}

/** Names that callers choose may be as long as a body. */
const longestName = 255;

/** Collects who asks, and for what, as soon as it is known: the request may still be refused. */
export class FactLog {
  #facts: RequestFacts;

  constructor(facts: RequestFacts) {
    this.#facts = facts;
  }

  /** What is known so far. */
  get known(): RequestFacts {
    return this.#facts;
  }

  /** Notes who asks, and gives it back. */
  noteCaller(key: KeyRecord): KeyRecord {
    this.#facts = { ...this.#facts, keyId: key.id, accountId: key.accountId };
    return key;
  }

  /** Notes what is asked for. What an earlier call has noted stays unless it is noted again. */
  noteAsked({ endUser, model, stream }: Asked, sessionId?: string): void {
    this.#facts = {
      ...this.#facts,
      ...(endUser !== undefined && { endUser: endUser.slice(0, longestName) }),
      ...(sessionId !== undefined && { sessionId }),
      ...(model !== undefined && { requestedModel: model.slice(0, longestName) }),
      ...(stream !== undefined && { stream }),
    };
  }

  /** Notes what a body asks for, before it is validated: the members that formats write alike. */
  noteBody(body: unknown): void {
    const { model, stream } = toObject(body);
    this.noteAsked({
      ...(typeof model === "string" && { model }),
      ...(typeof stream === "boolean" && { stream }),
    });
  }

  /** Notes the model that will be asked. */
  noteModel({ id }: { readonly id: string }): void {
    this.#facts = { ...this.#facts, model: id };
  }
}

import type { Answer, Model, Reporter } from "@diglot/core";
import { callerHeaders, exchangeOf } from "../shared/exchange.ts";
import { paths, streamReply, wholeReply } from "../shared/formats.ts";
import type { Core } from "../shared/project.ts";
import { requestBody, usualSize } from "../shared/requests.ts";
import { ownModel, serviceOf, stubUpstream } from "../shared/services.ts";
import type { Kind } from "./kinds.ts";

/** Asks the service; the answer's body is still to be read. */
export type Ask = () => Promise<Answer | Response>;

/** Prepares one exchange after the other, so that only the service's work is left to be counted. */
export type Subject = () => Ask;

/**
 * A service for one kind of exchange, with so many deltas in each stream.
 * @param onCall is told when the service calls its model
 */
export function subjectOf(
  core: Core,
  kind: Kind,
  deltas: number,
  onCall = () => {},
  size = usualSize,
  reporter?: Reporter,
): Subject {
  const service = serviceOf(core, modelOf(core, kind, deltas, onCall), reporter);
  const { caller } = kind;
  const body = new TextEncoder().encode(requestBody(caller, kind.form !== "json", size));
  return () => {
    if (!kind.web) {
      const exchange = exchangeOf(caller, body);
      return () => service.handle(exchange);
    }
    const init = { method: "POST", headers: callerHeaders, body };
    const request = new Request(`http://service${paths[caller]}`, init);
    return () => service.fetch(request);
  };
}

function modelOf(core: Core, { model, form }: Kind, deltas: number, onCall: () => void): Model {
  if (model === "own") {
    const texts = form === "json" ? ["word ".repeat(130)] : Array<string>(deltas).fill("word ");
    return ownModel(core, texts, onCall);
  }
  const texts = form === "json" ? [wholeReply(model)] : streamBlocks(model, form, deltas);
  const blocks = texts.map((text) => new TextEncoder().encode(text));
  const contentType = form === "json" ? "application/json" : "text/event-stream";
  return stubUpstream(core, model, contentType, () => {
    onCall();
    return blocks;
  });
}

/** The blocks in which an upstream writes a stream. */
function streamBlocks(
  format: "chat" | "messages",
  form: "deltas" | "block",
  count: number,
): readonly string[] {
  const { head, deltas, tail } = streamReply(format, count);
  return form === "deltas" ? [head, ...deltas, tail] : [head, deltas.join(""), tail];
}

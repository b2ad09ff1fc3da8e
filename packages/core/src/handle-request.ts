import type { KeyRecord } from "./accounts/keys/keys.js";
import type { Endpoint } from "./endpoints/endpoint.js";
import { closing } from "./errors/closing.js";
import { withRates } from "./errors/with-rates.js";
import type { Reporter } from "./events/reporter.js";
import { RequestEvents } from "./events/request-events.js";
import { statusCallerGone } from "./events/request-result.js";
import { showAnswer } from "./events/show-contents.js";
import { readContextHeaders, readTraceContext } from "./events/trace-context.js";
import { createEmptyAnswer, createJsonAnswer } from "./http/answers.js";
import type { Answer, Exchange, HeaderLookup } from "./http/exchange.js";
import { readJsonBody } from "./http/read-body.js";
import { createReplyGuard } from "./models/reply/guard.js";
import type { Settings } from "./options.js";
import { admit } from "./request/admit.js";
import { answerEndpoint } from "./request/answer-endpoint.js";
import { authenticate, chooseModel, modelsOf } from "./request/authenticate.js";
import {
  beginCall,
  type Call,
  type Host,
  type Place,
  type Routed,
  type ValidRequest,
} from "./request/call.js";
import { callModel } from "./request/call-model.js";
import { checkSupport } from "./request/check-support.js";
import { countInput } from "./request/count-input.js";
import { drainAnswer } from "./request/drain-answer.js";
import { createHomePage } from "./request/home-page.js";
import { claimRequest } from "./request/idempotency/claim.js";
import { readIdempotencyKey } from "./request/idempotency/claim-key.js";
import { findRoute, type Operation, type Route } from "./request/route.js";
import { takePlace } from "./request/take-place.js";
import { unknownPath } from "./request/unknown-path.js";
import { writeError, wrongMethod } from "./request/write-error.js";
import { writeReply } from "./request/write-reply.js";
import type { MaybePromise } from "./runtime/maybe-promise.js";

/**
 * The lifecycle of a request, from its head to its answer. Every failure becomes an answer in the
 * caller's format.
 */
export async function handleRequest(
  { settings, lifetime, bookkeeper }: Host,
  exchange: Exchange,
): Promise<Answer> {
  const route = findRoute(exchange, settings);
  const { format } = route;
  const requestId = format.createRequestId(settings.ids);
  const trace = readTraceContext(exchange.headers);
  const { reporter } = settings;
  const facts = { route, requestId, trace, headers: exchange.headers };
  const events = reporter && beginEvents(reporter, settings, facts);
  const routed: Routed = {
    settings,
    lifetime,
    bookkeeper,
    exchange,
    format,
    requestId,
    events,
    trace,
  };
  const answer = await answerInFormat(route, routed);
  const shown = reporter?.contents ? withContents(answer, route, routed) : answer;
  events?.noteAnswer(answer.status);
  return lifetime.accepting ? shown : withClosedConnection(shown);
}

/** What collects the events of a request that somebody listens to. */
function beginEvents(
  reporter: Reporter,
  { clock }: Settings,
  { route, headers, requestId, trace }: EventsOrigin,
): RequestEvents {
  const operation = route.kind === "operation" ? route.operation.name : route.kind;
  const endpoint = endpointOf(route)?.path;
  const format = route.format.name;
  const names = reporter.contextHeaders?.() ?? [];
  const contextHeaders = readContextHeaders(headers, names);
  const facts = { requestId, format, operation, endpoint, trace, contextHeaders };
  return new RequestEvents(reporter, clock, facts);
}

/** What is known of a request at its beginning. */
interface EventsOrigin extends Pick<Routed, "requestId" | "trace"> {
  readonly route: Route;
  readonly headers: HeaderLookup;
}

async function answerInFormat(route: Route, routed: Routed): Promise<Answer> {
  try {
    return await answerRoute(route, routed);
  } catch (error) {
    if (routed.exchange.signal.aborted) return createEmptyAnswer(statusCallerGone, []);
    routed.events?.noteFailure(error);
    return writeError(error, routed);
  }
}

/**
 * Shows the answer to whoever sees contents. Those of endpoints are not shown: that of an administrator
 * who issues a key holds its secret.
 */
function withContents(answer: Answer, route: Route, { settings, requestId }: Routed): Answer {
  const show = settings.reporter?.contents;
  if (!show || endpointOf(route)) return answer;
  return showAnswer(answer, requestId, { show, clock: settings.clock });
}

/** A client whose connection is kept would send its next request to a service that is gone. */
function withClosedConnection(answer: Answer): Answer {
  return { ...answer, headers: [...answer.headers, ["connection", "close"]] };
}

function answerRoute(route: Route, routed: Routed): MaybePromise<Answer> {
  if (!routed.lifetime.accepting && !isServedWhileClosing(route)) throw closing();
  // Written out, because every request comes here.
  if (route.kind === "operation" && route.operation.name === "endpoint") {
    checkSiteOf(route.operation.endpoint, routed);
  } else routed.settings.checkSite(routed.exchange);
  switch (route.kind) {
    case "unknown":
      throw unknownPath(routed.exchange, routed.format, routed.settings);
    case "home":
      return answerHome(routed);
    case "wrong_method":
      throw wrongMethod(routed.exchange.method, route.allow);
    case "preflight":
      return createEmptyAnswer(204, [["allow", route.allow.join(", ")]]);
    case "operation":
      return operate(route.operation, routed);
  }
}

function isServedWhileClosing(route: Route): boolean {
  return endpointOf(route)?.whileClosing === true;
}

/** What everyone may read is checked in a way of its own. */
function checkSiteOf({ isPublic }: Endpoint, { settings, exchange }: Routed): void {
  if (isPublic) settings.checkPublicSite(exchange);
  else settings.checkSite(exchange);
}

/** The additional endpoint that a request asks for, if it asks for one. */
function endpointOf(route: Route): Endpoint | undefined {
  if (route.kind !== "operation" || route.operation.name !== "endpoint") return undefined;
  return route.operation.endpoint;
}

function answerHome({ settings, exchange, format, requestId }: Routed): Answer {
  return createHomePage(exchange.method, settings, format.requestIdHeaders(requestId));
}

function operate(operation: Operation, routed: Routed): Promise<Answer> {
  switch (operation.name) {
    case "generate":
      return generate(routed);
    case "count_tokens":
      return countTokens(routed);
    case "list_models":
      return listModels(routed);
    case "get_model":
      return getModel(routed, operation.id);
    case "endpoint":
      return answerEndpoint(routed, operation);
  }
}

/** Finds the key of the caller. */
function identify({ settings, exchange, format, events }: Routed): Promise<KeyRecord> {
  const found = authenticate(settings, format, exchange);
  return events ? found.then((key) => events.facts.noteCaller(key)) : found;
}

/** Takes a place among those that run at once. */
function enter(routed: Routed, key: KeyRecord): Promise<Place> {
  const { events } = routed;
  const entering = takePlace(routed, key);
  return events ? events.waitFor("limits", entering) : entering;
}

/** The main operation: from a caller's conversation to a model's reply. */
async function generate(routed: Routed): Promise<Answer> {
  const key = await identify(routed);
  const place = await enter(routed, key);
  const call = await readCall(routed, key, place).catch((error) => {
    place.leave();
    throw error;
  });
  return drainAnswer(call, answerOnce(call));
}

async function readCall(routed: Routed, key: KeyRecord, place: Place): Promise<Call> {
  const idempotencyKey = readIdempotencyKey(routed.exchange.headers);
  const valid = await readRequest(routed, key, "parseRequest");
  return beginCall(routed, valid, place, idempotencyKey);
}

/** Reads and validates what a caller asks of a model. */
async function readRequest(
  routed: Routed,
  key: KeyRecord,
  parse: "parseRequest" | "parseCountTokens",
): Promise<ValidRequest> {
  const { settings, exchange, format, requestId, events } = routed;
  const head = format.readHead(exchange.headers);
  const { value, bytes, isExact } = await readJsonBody(exchange, settings);
  const show = settings.reporter?.contents;
  show?.({ type: "request", requestId, at: settings.clock.now(), body: bytes });
  events?.facts.noteBody(value);
  const request = format[parse]?.(value, head, isExact ? undefined : bytes);
  if (!request) throw unknownPath(exchange, format, settings);
  events?.facts.noteAsked(request);
  show?.({
    type: "conversation",
    requestId,
    at: settings.clock.now(),
    read: () => request.conversation(),
  });
  const model = chooseModel(settings, format, key, request.model);
  events?.facts.noteModel(model);
  const valid = { key, head, request, model, bytes, isExact };
  await checkSupport(routed, valid);
  return valid;
}

/**
 * Requests with the same idempotency key are answered once; later ones receive the stored answer.
 */
async function answerOnce(call: Call): Promise<Answer> {
  const claim = await claimRequest(call);
  if (claim.earlierAnswer) return claim.earlierAnswer;
  try {
    return claim.keep(await answerCall(call));
  } catch (error) {
    claim.fail(error);
    throw error;
  }
}

/**
 * Charges the rates, calls the model and writes its reply. A guard enforces limits of time and
 * size.
 */
async function answerCall(call: Call): Promise<Answer> {
  const { settings, run, events } = call;
  const listener = events?.toListener(settings.reporter?.contents);
  const guard = createReplyGuard(settings, run, listener);
  const admitting = guard.wait(admit(call));
  const admission = await (events?.waitFor("limits", admitting) ?? admitting);
  try {
    const reply = await guard.open(callModel(call, admission));
    return await writeReply(call, reply, admission.rates);
  } catch (error) {
    throw withRates(error, admission.rates);
  }
}

/** A count of tokens holds a place, because its body is as large as a request to a model. */
async function countTokens(routed: Routed): Promise<Answer> {
  const key = await identify(routed);
  const place = await enter(routed, key);
  return readRequest(routed, key, "parseCountTokens")
    .then((valid) => countInput({ ...routed, ...valid }))
    .finally(place.leave);
}

async function listModels(routed: Routed): Promise<Answer> {
  const { settings, exchange, format, requestId } = routed;
  const key = await identify(routed);
  format.readHead(exchange.headers);
  const parameters = new URLSearchParams(exchange.target.split("?")[1]);
  const list = format.toModelsList(modelsOf(settings, key), parameters);
  return createJsonAnswer(200, format.requestIdHeaders(requestId), list);
}

async function getModel(routed: Routed, id: string): Promise<Answer> {
  const { settings, exchange, format, requestId, events } = routed;
  events?.facts.noteAsked({ model: id });
  const key = await identify(routed);
  format.readHead(exchange.headers);
  const model = chooseModel(settings, format, key, id);
  events?.facts.noteModel(model);
  return createJsonAnswer(200, format.requestIdHeaders(requestId), format.toModel(model));
}

import { defineModel } from "@diglot/core";
import {
  chaos,
  checkTurns,
  createFake,
  createFileTape,
  createManualClock,
  createTape,
  faults,
  record,
  replay,
  withFaults,
} from "@diglot/testing";
import { conformance } from "@diglot/testing/conformance";
import { limitsContract, tortureContract, tortureLedger } from "@diglot/testing/contracts";
import { untyped, type WrongCall } from "./wrong-call.js";

const model = defineModel("m", async function* () {
  yield "Hello.";
});
const tape = createTape();
const fake = createFake();
const baseUrl = "http://127.0.0.1:8080";
const newFake = untyped(createFake);
const listen = untyped(fake.listen);
const hold = untyped(conformance);
const open = () => undefined;

/** Fakes, their turns and faults, tapes and runs of `@diglot/testing` that must not be made. */
export const wrongTestingOptions: readonly WrongCall[] = [
  [
    () => newFake({ scripts: ["Hi"] }),
    'createFake: "scripts" is not an option; did you mean "script"?',
  ],
  [
    () => newFake({ model: "small" }),
    'createFake: "model" must be a model, such as replay(tape); names go into "models", not a string.',
  ],
  [() => newFake({ script: ["Hi"], model }), 'createFake: give "script" or "model", not both.'],
  [
    () => newFake({ script: [Promise.resolve("Hi")] }),
    'createFake: "script[0]" must be a string, a list of pieces, an object or a generator function, not a promise, which must be awaited.',
  ],
  [
    () => newFake({ script: [{ toolCall: { name: "f" } }] }),
    'createFake: "script[0].toolCall" is not an option; did you mean "script[0].toolCalls"?',
  ],
  [
    () => newFake({ pieces: "letters" }),
    'createFake: "pieces" must be "words", "whole", a whole number above 0 or a function, not "letters".',
  ],
  [
    () => newFake({ faults: faults.overloaded() }),
    'createFake: "faults" must be a list, not an object.',
  ],
  [
    () => newFake({ faults: [{ type: "cut", at: { event: 3 } }] }),
    'createFake: "faults[0].at.event" is not an option; did you mean "faults[0].at.events"?',
  ],
  [
    () => newFake({ faults: [{ type: "trickle", bytes: 5, millisecond: 1 }] }),
    'createFake: "faults[0].millisecond" is not an option; did you mean "faults[0].milliseconds"?',
  ],
  [
    () => newFake({ chunks: { byte: 5 } }),
    'createFake: "chunks.byte" is not an option; did you mean "chunks.bytes"?',
  ],
  [() => newFake({ clock: Date }), 'createFake: "clock" must be a clock, not a function.'],
  [
    () => untyped(fake.reply)("Hi", { type: "tool_calls" }),
    'fake.reply: "pieces[1].type" must be one of thinking, redacted_thinking, text, refusal, tool_call_start, tool_call_arguments, tool_call, usage, stop, not "tool_calls".',
  ],
  [() => untyped(fake.script)("Hi"), 'fake.script: "turns" must be a list, not a string.'],
  [
    () => untyped(fake.script)([{ choices: [] }]),
    'fake.script: "turns[0].choices" must be a list with at least one entry, not an empty one.',
  ],
  [
    () => untyped(fake.script)([{ text: "Hi", logprobs: [{ token: "Hi", logprob: 1 }] }]),
    'fake.script: "turns[0].logprobs[0].logprob" must be a number of at most 0, not 1.',
  ],
  [
    () => untyped(fake.when)({ users: /x/ }, "Hi"),
    'fake.when: "matcher.users" is not an option; did you mean "matcher.user"?',
  ],
  [
    () => untyped(fake.when)({}, { text: "Hi", stop: "length" }),
    'fake.when: "turn.stop" must be one of end, max_tokens, stop_sequence, tool_calls, refusal, content_filter, pause, context_window, other, not "length".',
  ],
  [
    () => untyped(fake.otherwise)(2),
    'fake.otherwise: "turn" must be a string, a list of pieces, an object or a generator function, not 2.',
  ],
  [
    () => listen({ hostName: "127.0.0.1" }),
    'fake.listen: "hostName" is not an option; did you mean "hostname"?',
  ],
  [
    () => listen({ port: 70_000 }),
    'fake.listen: "port" must be a whole number from 0 to 65,535, not 70000.',
  ],
  [() => listen(8080), "fake.listen: the options must be an object, not 8080."],
  [
    () => untyped(checkTurns)([{ pieces: "Hi" }], "turns"),
    'checkTurns: "turns[0].pieces" must be a list, not a string.',
  ],
  [
    () => untyped(createManualClock)("2026-01-01"),
    'createManualClock: "start" must be a time in milliseconds since 1970, not "2026-01-01".',
  ],
  [
    () => untyped(faults.error)("overload"),
    'faults.error: "kind" must be one of bad_request, invalid_json, unauthenticated, no_permission, unknown_model, unknown_path, method_not_allowed, conflict, idempotency_mismatch, idempotency_lost, too_large, unsupported_media, rate_limited, concurrency_limited, budget_exhausted, overloaded, upstream_unavailable, upstream_bad_response, upstream_timeout, store_unavailable, internal, not "overload".',
  ],
  [
    () => untyped(faults.rateLimited)({ retryAfter: 5 }),
    'faults.error: "retryAfter" is not an option; did you mean "retryAfterSeconds"?',
  ],
  [
    () => untyped(faults.errorEvent)({ events: 1 }, { text: "Boom" }),
    'faults.errorEvent: "text" is not an option; the options here are kind, message.',
  ],
  [
    () => untyped(withFaults)(model, faults.overloaded()),
    'withFaults: "plan" must be a list, not an object.',
  ],
  [() => untyped(chaos)(5), "chaos: the options must be an object, not 5."],
  [() => untyped(chaos)({ rate: 0.5 }), 'chaos: "seed" must be a whole number, not undefined.'],
  [
    () => untyped(chaos)({ seed: 1, rate: 50 }),
    'chaos: "rate" must be a number from 0 to 1, not 50.',
  ],
  [
    () => untyped(chaos)({ seed: 1, faults: [] }),
    'chaos: "faults" must be a list with at least one entry, not an empty one.',
  ],
  [
    () => untyped(chaos)({ seed: 1, fault: [faults.timeout()] }),
    'chaos: "fault" is not an option; did you mean "faults"?',
  ],
  [
    () => untyped(record)(model, "test/tapes"),
    'record: "tape" must be a tape, such as createTape() or createFileTape() returns, not a string.',
  ],
  [
    () => untyped(record)(model, tape, { secret: ["sk-0123456789"] }),
    'record: "secret" is not an option; did you mean "secrets"?',
  ],
  [
    () => untyped(record)(model, tape, { secrets: "sk-0123456789" }),
    'record: "secrets" must be a list, not a string.',
  ],
  [
    () => untyped(record)(model, tape, { secrets: [undefined] }),
    'record: "secrets[0]" must be a string or a regular expression, not undefined.',
  ],
  [
    () => untyped(replay)(tape, { timing: "fast" }),
    'replay: "timing" must be "ignored", "recorded" or a factor of at least 0, not "fast".',
  ],
  [
    () => untyped(replay)(tape, { fallback: "m" }),
    'replay: "fallback" must be a model, such as defineModel() returns, not a string.',
  ],
  [
    () => untyped(replay)(tape, { alias: ["*"] }),
    'replay: "alias" is not an option; did you mean "aliases"?',
  ],
  [
    () => untyped(createFileTape)(),
    'createFileTape: "folder" must be a string that is not empty, not undefined.',
  ],
  [() => hold(baseUrl), 'conformance: "target" must be an object, not a string.'],
  [
    () => hold({ baseUrl: `${baseUrl}/v1` }),
    'conformance: "target.baseUrl" must be an address without "/v1", such as "http://127.0.0.1:4000".',
  ],
  [
    () => hold({ baseUrl, apikey: "sk-0123456789" }),
    'conformance: "target.apikey" is not an option; did you mean "target.apiKey"?',
  ],
  [
    () => hold({ baseUrl, formats: ["chat"] }),
    'conformance: "target.formats[0]" must be one of messages, chat-completions, responses, not "chat".',
  ],
  [
    () => hold({ baseUrl }, { only: ["M999"] }),
    'conformance: "only[0]" must be the id of a check or a capability, not "M999".',
  ],
  [
    () => hold({ baseUrl }, { concurrency: 0 }),
    'conformance: "concurrency" must be a whole number of at least 1, not 0.',
  ],
  [
    () => untyped(tortureLedger)({ open, request: 5 }),
    'tortureLedger: "request" is not an option; did you mean "requests"?',
  ],
  [
    () => untyped(tortureContract)({ processes: 2 }),
    'tortureContract: "open" must be a function, not undefined.',
  ],
  [
    () => untyped(limitsContract)(open, { rates: ["tokens"] }),
    'limitsContract: "rates[0]" must be one of requests, inputTokens, outputTokens, not "tokens".',
  ],
];

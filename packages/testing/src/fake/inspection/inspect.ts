import { checks, createService, type Endpoint, type Service } from "@diglot/core";
import type { InspectorNote } from "@diglot/inspector";
import type { Fake, Listener } from "../fake.js";
import type { State } from "../fake-state.js";
import { createFixedClock } from "../fixed-clock.js";
import { listen } from "../listen.js";
import { listProblems } from "../problems.js";
import { loadInspector } from "./load-inspector.js";

type Where = NonNullable<Parameters<Fake["inspect"]>[0]>;

const validWhere = checks.members<Where>({ port: checks.whole(0, 65_535) });

/** More requests, and more of their contents, than a test has; what comes then forgets the oldest. */
const kept = {
  keepRequests: 10_000,
  capture: { bytes: 128 * 2 ** 20, bytesPerRequest: 16 * 2 ** 20 },
};

/**
 * Opens a page on 127.0.0.1 that shows what a fake has got and given, and what follows.
 * @param stateOf the present state of the fake: another one after each reset
 * @throws TypeError for an invalid option; Error if the inspector is not installed, or the port cannot be had
 */
export async function inspect(stateOf: () => State, where: Where = {}): Promise<Listener> {
  checks.checkOptions("fake.inspect", where, validWhere);
  const { createInspector, inspectorEndpoints } = await loadInspector();
  const credential = crypto.randomUUID();
  const services = new WeakMap<State, Service>();

  function open(state: State): Service {
    const inspector = createInspector(kept);
    state.history.follow(inspector.reporter);
    const notes = () => notesOf(state);
    return serve(inspectorEndpoints({ inspector, credential, notes, hasAdmin: false }), state.now);
  }

  function serviceOf(state: State): Service {
    const known = services.get(state) ?? open(state);
    services.set(state, known);
    return known;
  }

  const listener = await listen((exchange) => serviceOf(stateOf()).handle(exchange), where);
  // What stands behind "#" is not sent, so it is in no log; the page takes it out of the address.
  return { ...listener, url: `${listener.url}/inspector#credential=${credential}` };
}

/** A service that has nothing but these endpoints. */
function serve(endpoints: readonly Endpoint[], now: () => number): Service {
  return createService({
    models: [],
    keys: { find: async () => undefined },
    clock: { ...createFixedClock(), now },
    endpoints,
  });
}

/** What `verify()` would say, with the requests that it speaks of. */
function notesOf({ recordings, script }: State): readonly InspectorNote[] {
  const calls = recordings.map(({ call }) => call);
  const problems = listProblems(calls, script.left());
  return problems.map(({ text, call }) => ({
    text,
    requestId: call?.answer?.headers["request-id"],
  }));
}

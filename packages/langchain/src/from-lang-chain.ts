import {
  type Capabilities,
  checks,
  defineModel,
  type InProcessRequest,
  type Model,
  type ModelOptions,
  type ModelYield,
  toProviderError,
} from "@diglot/core";
import { agentCapabilities, createRunSignal, outputLimitOf } from "@diglot/core/frameworks";
import type { BaseMessage } from "@langchain/core/messages";
import { type CallerInstructions, toCallerMessages } from "./messages/caller-messages.js";
import { type ModelParameters, observeParameters } from "./model/parameters.js";
import { listenToModels } from "./reply/model-reports.js";
import { readMessages } from "./run/read-messages.js";
import { runGraph } from "./run/run-graph.js";
import { runModel } from "./run/run-model.js";
import {
  isChatModel,
  isGraph,
  isRunnable,
  type LangChainRunnable,
  type RunConfig,
} from "./runnables.js";

/** Options of `fromLangChain`: the options of `defineModel` and these. */
export interface FromLangChainOptions extends ModelOptions {
  /** The name under which callers ask for it. */
  readonly id: string;
  /**
   * Returns further configuration of a run: `configurable`, `callbacks`, `tags`, `recursionLimit`, call options of
   * a model. It replaces members of the same name. @default nothing
   */
  readonly config?: ((request: InProcessRequest) => RunConfig) | undefined;
  /** Returns the input of a graph or a chain. @default `{ messages }` for a graph, the messages for a chain */
  readonly input?:
    | ((messages: readonly BaseMessage[], request: InProcessRequest) => unknown)
    | undefined;
  /**
   * How the graph or chain reads the instructions of its caller: `user` as a message of the user, before all
   * others, since the graph or chain has instructions of its own; `system` as system messages. Chat models always
   * get them as system messages. @default "user"
   */
  readonly callerInstructions?: CallerInstructions | undefined;
}

/** What chat models cannot be asked for, whoever their provider is. */
const modelCapabilities: Partial<Capabilities> = {
  sampling: ["temperature", "top_p", "top_k", "seed", "frequency_penalty", "presence_penalty"],
  extensions: [],
};

/**
 * Makes a Diglot model of a chat model, a chain, a graph or an agent of LangChain, version 1.
 *
 * A chat model gets the whole conversation with its tools, and its tool calls reach the caller. To let
 * callers set a temperature and the like, pass a function that makes the model. A graph or an agent runs
 * its own tools; the caller sees its text and its reasoning, and the usage of all steps. What cannot be
 * passed on is refused, or stands in the receipt.
 *
 * @example
 * fromLangChain(createAgent({ model, tools }), { id: "shop-agent" });
 * fromLangChain((parameters) => new ChatOpenAI({ model: "gpt-5", ...parameters }), { id: "main" });
 * @throws TypeError for anything that cannot be run, and for invalid options
 */
export function fromLangChain(
  source: LangChainRunnable | ((parameters: ModelParameters) => LangChainRunnable),
  { id, config, input, callerInstructions = "user", ...options }: FromLangChainOptions,
): Model {
  if (typeof source !== "function" && !isRunnable(source)) throw new TypeError(wrongSource);
  checkOwnOptions({ config, input, callerInstructions });
  const settings: Settings = {
    ...{ source, config: config ?? (() => ({})), input, callerInstructions },
    limitOf: (request) => outputLimitOf(request, options),
  };
  const own = typeof source === "function" || isChatModel(source);
  return defineModel(id, (request) => run(request, settings), {
    ...options,
    capabilities: { ...(own ? modelCapabilities : agentCapabilities), ...options.capabilities },
  });
}

const wrongSource =
  "fromLangChain: the first argument must be a runnable, such as a chat model or what createAgent() returns, " +
  "or a function that makes a chat model.";

interface Settings {
  readonly source: Parameters<typeof fromLangChain>[0];
  readonly config: (request: InProcessRequest) => RunConfig;
  readonly input: FromLangChainOptions["input"];
  readonly callerInstructions: CallerInstructions;
  readonly limitOf: (request: InProcessRequest) => number | undefined;
}

async function* run(request: InProcessRequest, settings: Settings): AsyncGenerator<ModelYield> {
  const { signal, abort } = createRunSignal(request.signal);
  try {
    const observed = observeParameters(request.conversation, settings.limitOf(request));
    const { source } = settings;
    const runnable = typeof source === "function" ? source(observed.parameters) : source;
    const config = settings.config(request);
    if (isChatModel(runnable))
      yield* runModel(request, { model: runnable, observed, config, signal });
    else yield* runOwn(request, runnable, { ...settings, config, signal });
  } catch (error) {
    throw toProviderError(error);
  } finally {
    abort();
  }
}

/** Runs a graph or a chain, which have settings of their own. */
async function* runOwn(
  request: InProcessRequest,
  runnable: LangChainRunnable,
  {
    input,
    callerInstructions,
    config,
    signal,
  }: Omit<Settings, "config"> & { readonly config: RunConfig; readonly signal: AbortSignal },
): AsyncGenerator<ModelYield> {
  const { receipt } = request;
  const messages = await toCallerMessages(request, callerInstructions);
  if (isGraph(runnable)) {
    const given = input ? input(messages, request) : { messages };
    yield* runGraph(given, { graph: runnable, config, signal, receipt });
    return;
  }
  const given = input ? input(messages, request) : messages;
  const reports = listenToModels(config.callbacks);
  const run = { ...config, callbacks: reports.callbacks, signal };
  yield* readMessages(await runnable.stream(given as never, run as never), receipt, reports);
}

function checkOwnOptions(options: object): void {
  checks.checkOptions(
    "fromLangChain",
    options,
    checks.members<Pick<FromLangChainOptions, "config" | "input" | "callerInstructions">>({
      config: checks.callback,
      input: checks.callback,
      callerInstructions: checks.oneOf("user", "system"),
    }),
  );
}

import {
  type Capabilities,
  checks,
  defineModel,
  type InProcessRequest,
  type Model,
  type ModelOptions,
  type ModelYield,
  type ReasoningStore,
} from "@diglot/core";
import { agentCapabilities, outputLimitOf } from "@diglot/core/frameworks";
import { runAgent } from "./agent/run-agent.js";
import type { AiSdkAgent, AiSdkModel, CallSettings } from "./frameworks.js";
import { runModel } from "./model/run-model.js";

/** Options of `fromAiSdk`: the options of `defineModel` and these. */
export interface FromAiSdkOptions extends ModelOptions {
  /** The name under which callers ask for it. @default the model's `modelId`, or the agent's `id` */
  readonly id?: string | undefined;
  /**
   * Returns further settings of a call: `providerOptions` or `headers` of a model, `options` of an agent. They
   * replace members of the same name; `providerOptions` of a model replace single options. @default nothing
   */
  readonly callSettings?: ((request: InProcessRequest) => CallSettings) | undefined;
  /**
   * How the agent reads the instructions of its caller: `user` as a message of the user, before all others, since
   * the agent has instructions of its own; `system` as system messages, which `ToolLoopAgent` of version 7 accepts
   * only with `allowSystemInMessages: true`. Models always get them as system messages. @default "user"
   */
  readonly callerInstructions?: "user" | "system" | undefined;
  /**
   * Keeps data that a provider wants back with its tool calls and no format can carry, such as the thought
   * signatures of Google's models. `createMemoryReasoningStore()` of `@diglot/core` serves a single process.
   * @default none: the receipt lists the data that was not kept
   */
  readonly reasoningStore?: ReasoningStore | undefined;
}

/** What a model of the AI SDK cannot be asked for, whoever its provider is. */
const modelCapabilities: Partial<Capabilities> = {
  sampling: ["temperature", "top_p", "top_k", "seed", "frequency_penalty", "presence_penalty"],
  extensions: [],
};

/**
 * Makes a Diglot model of a language model or an agent of the AI SDK, versions 6 and 7.
 *
 * A model gets the whole conversation with its tools, and its tool calls reach the caller. An agent
 * runs its own tools; the caller sees its text and its reasoning, and the usage of all steps. What
 * cannot be passed on is refused, or stands in the receipt.
 *
 * @example
 * createService({ models: [fromAiSdk(agent, { id: "shop-agent" })], keys });
 * @throws TypeError for anything else than a model or an agent, and for invalid options
 */
export function fromAiSdk(
  source: AiSdkModel | AiSdkAgent,
  {
    id,
    callSettings,
    callerInstructions = "user",
    reasoningStore,
    ...options
  }: FromAiSdkOptions = {},
): Model {
  checkOwnOptions({ callSettings, callerInstructions, reasoningStore });
  const settingsOf = callSettings ?? (() => ({}));
  if (isAgent(source)) {
    return define(id ?? source.id, options, agentCapabilities, (request) =>
      runAgent(source, request, {
        callerInstructions,
        settings: settingsOf(request),
        reasoningStore,
      }),
    );
  }
  if (!isModel(source)) throw new TypeError(wrongSource);
  return define(id ?? source.modelId, options, modelCapabilities, (request) =>
    runModel(source, request, {
      settings: settingsOf(request),
      maxOutputTokens: outputLimitOf(request, options),
      reasoningStore,
    }),
  );
}

const wrongSource =
  "fromAiSdk: the first argument must be a language model of the AI SDK (of a provider for version 6 or 7; " +
  "not the name of a model) or an agent, such as a ToolLoopAgent.";

function define(
  id: string | undefined,
  options: ModelOptions,
  capabilities: Partial<Capabilities>,
  respond: (request: InProcessRequest) => AsyncIterable<ModelYield>,
): Model {
  if (id === undefined) {
    throw new TypeError("fromAiSdk: the agent has no id; pass one as the option `id`.");
  }
  return defineModel(id, respond, {
    ...options,
    capabilities: { ...capabilities, ...options.capabilities },
  });
}

function checkOwnOptions(options: object): void {
  checks.checkOptions(
    "fromAiSdk",
    options,
    checks.members<
      Pick<FromAiSdkOptions, "callSettings" | "callerInstructions" | "reasoningStore">
    >({
      callSettings: checks.callback,
      callerInstructions: checks.oneOf("user", "system"),
      reasoningStore: checks.port<ReasoningStore>(
        "a store of reasoning, such as createMemoryReasoningStore()",
        "put",
        "get",
      ),
    }),
  );
}

function isAgent(source: AiSdkModel | AiSdkAgent): source is AiSdkAgent {
  return "version" in Object(source) && (source as AiSdkAgent).version === "agent-v1";
}

const versions: ReadonlySet<unknown> = new Set(["v3", "v4"]);

function isModel(source: AiSdkModel): boolean {
  return versions.has(Object(source).specificationVersion);
}

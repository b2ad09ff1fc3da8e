import {
  checks,
  defineModel,
  type InProcessRequest,
  type Model,
  type ModelOptions,
} from "@diglot/core";
import { agentCapabilities } from "@diglot/core/frameworks";
import type { OpenAIAgent, OpenAIRunner, RunOptions } from "./agents.js";
import type { CallerInstructions } from "./input/items.js";
import { runAgent } from "./run-agent.js";

/** Options of `fromOpenAIAgents`: the options of `defineModel` and these. */
export interface FromOpenAIAgentsOptions extends ModelOptions {
  /** The name under which callers ask for it. @default the agent's name */
  readonly id?: string | undefined;
  /** Runs the agent, such as `new Runner({ modelProvider, tracingDisabled: true })`. @default the SDK's own `run` */
  readonly runner?: OpenAIRunner | undefined;
  /** Returns further options of a run: `context`, `maxTurns`. @default nothing */
  readonly runOptions?: ((request: InProcessRequest) => RunOptions) | undefined;
  /**
   * How the agent reads the instructions of its caller: `user` as a message of the user, before all others, since
   * the agent has instructions of its own; `system` as system messages. @default "user"
   */
  readonly callerInstructions?: CallerInstructions | undefined;
}

/**
 * Makes a Diglot model of an agent of the OpenAI Agents SDK.
 *
 * The agent runs its own tools, handoffs and guardrails; the caller sees its text and its reasoning, and
 * the usage of all calls of models. What cannot be passed on is refused, or stands in the receipt.
 *
 * @example
 * createService({ models: [fromOpenAIAgents(agent, { id: "shop-agent" })], keys });
 * @throws TypeError for anything else than an agent, and for invalid options
 */
export function fromOpenAIAgents(
  agent: OpenAIAgent,
  { id, runner, runOptions, callerInstructions = "user", ...options }: FromOpenAIAgentsOptions = {},
): Model {
  if (!isAgent(agent)) throw new TypeError(wrongAgent);
  checkOwnOptions({ runner, runOptions, callerInstructions });
  return defineModel(
    id ?? agent.name,
    (request) =>
      runAgent(request, { agent, runner, callerInstructions, options: runOptions?.(request) }),
    { ...options, capabilities: { ...agentCapabilities, ...options.capabilities } },
  );
}

const wrongAgent =
  "fromOpenAIAgents: the first argument must be an agent of the OpenAI Agents SDK, such as new Agent({ name }).";

function isAgent(value: unknown): value is OpenAIAgent {
  return typeof value === "object" && value !== null && "name" in value && "handoffs" in value;
}

function checkOwnOptions(options: object): void {
  checks.checkOptions(
    "fromOpenAIAgents",
    options,
    checks.members<Pick<FromOpenAIAgentsOptions, "runner" | "runOptions" | "callerInstructions">>({
      runner: checks.port<OpenAIRunner>("a runner", "run"),
      runOptions: checks.callback,
      callerInstructions: checks.oneOf("user", "system"),
    }),
  );
}

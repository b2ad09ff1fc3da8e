export type { OpenAIAgent, OpenAIRunner, RunOptions } from "./agents.js";
export { type FromOpenAIAgentsOptions, fromOpenAIAgents } from "./from-openai-agents.js";

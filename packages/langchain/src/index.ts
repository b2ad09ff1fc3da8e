export { type FromLangChainOptions, fromLangChain } from "./from-lang-chain.js";
export type { ModelParameters } from "./model/parameters.js";
export type { LangChainRunnable, RunConfig } from "./runnables.js";

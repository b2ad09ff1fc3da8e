export type { AiSdkAgent, AiSdkModel, CallSettings } from "./frameworks.js";
export { type FromAiSdkOptions, fromAiSdk } from "./from-ai-sdk.js";

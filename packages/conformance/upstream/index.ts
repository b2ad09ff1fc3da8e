export * from "./answer.js";
export * from "./body-faults.js";
export { type Certificate, type CertificateOptions, createCertificate } from "./certificate.js";
export * from "./chat-completions.js";
export { type ChatDialect, type ChatDialectName, chatDialects } from "./dialects.js";
export * from "./head-faults.js";
export * from "./messages.js";
export { createFullPort, type FullPort, findClosedPort } from "./ports.js";
export type { RecordedRequest } from "./recorded-request.js";
export * from "./say.js";
export * from "./script.js";
export {
  type Census,
  createScriptedUpstream,
  type Responder,
  type ScriptedUpstream,
  type ScriptedUpstreamOptions,
} from "./scripted-upstream.js";

export { toPlainJson, toPlainLine, toPlainText } from "./printable.js";
export type { Range } from "./range.js";
export { createRedactor, type Redactor } from "./redactor.js";
export { runRedaction } from "./run-redaction.js";
export { createSecretSearch, type SecretSearch } from "./secret-search.js";

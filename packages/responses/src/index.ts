export { responses } from "./format.js";
export type { ResponsesOptions } from "./settings.js";

export { createEcho } from "./echo/echo.js";
export { createEliza } from "./eliza/eliza.js";
export type { EmbeddedModelOptions } from "./options.js";

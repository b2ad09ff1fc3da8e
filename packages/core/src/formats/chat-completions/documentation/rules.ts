export * from "../write-request/rules/content.js";
export * from "../write-request/rules/parameters.js";
export * from "../write-request/rules/tools.js";

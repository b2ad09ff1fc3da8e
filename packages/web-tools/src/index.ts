export { type WebPagesOptions, webPages } from "./pages/web-pages.js";
export { type JsonSearchOptions, jsonSearch } from "./search/json-search.js";
export { type SearxngOptions, searxng } from "./search/searxng.js";

import { createFetchSubject } from "./fetch-subject.js";

/** A worker in the module form; `env` and `ctx` pass through the adapter. */
export default createFetchSubject();

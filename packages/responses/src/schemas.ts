/**
 * What goes over the wire in this format, as schemas of zod, and what describes the format in OpenAPI.
 * Objects may have more members than a schema names. This entry needs `zod` to be installed, so that
 * its schemas are part of the same zod as those of the program that imports them.
 */

export { responsesDescription } from "./description/description.js";
export {
  responsesCompactedResponse,
  responsesCompactRequest,
  responsesDeleted,
  responsesError,
  responsesItemPage,
  responsesRequest,
  responsesResponse,
  responsesStreamEvent,
  responsesTokenCount,
} from "./description/titled.js";

import { ServiceError } from "../../errors/service-error.js";
import { storeUnavailable } from "../../errors/store-unavailable.js";
import { badRequest } from "./bad-request.js";

/** What a store answers. @throws ServiceError `store_unavailable` if it fails */
export async function callStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw ServiceError.is(error) ? error : storeUnavailable(error);
  }
}

/**
 * A page of a store, from the caller's cursor on, if there is one.
 * @throws ServiceError `bad_request` for a cursor that the store does not know
 */
export function askPage<T>(after: string | undefined, ask: () => Promise<T>): Promise<T> {
  return callStore(async () => {
    try {
      return await ask();
    } catch (error) {
      if (after === undefined || !(error instanceof TypeError)) throw error;
      throw badRequest("after", "after must be the cursor of the previous page.");
    }
  });
}

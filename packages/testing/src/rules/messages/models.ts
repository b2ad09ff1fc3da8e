import type { KnownModel } from "../known-model.js";

/** Models of the vendor, with what they refuse. */
export const messagesModels: readonly KnownModel[] = [];

import { endpoints as builtIn } from "../common/formats.js";

/** The endpoint of each format that can be checked. */
export const checkedEndpoints = { ...builtIn, responses: "/v1/responses" } as const;

/** The name of a format that can be checked. */
export type CheckedFormat = keyof typeof checkedEndpoints;

/** All formats that can be checked. */
export const checkedFormats = Object.keys(checkedEndpoints) as readonly CheckedFormat[];

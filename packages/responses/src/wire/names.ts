/** The name of the format, as rows, receipts and reports have it. */
export const formatName = "responses";

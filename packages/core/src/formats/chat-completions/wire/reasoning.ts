/** The text between two pieces of reasoning where the wire has one member for all of them. */
export const reasoningSeparator = "\n\n";

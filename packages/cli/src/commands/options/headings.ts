/** The headings of the list of commands. */
export const serving = "Serving:";
export const administration = "Administration:";
export const testing = "Testing:";
export const shells = "Your shell:";

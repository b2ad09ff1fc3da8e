/** The name of this format, in origins, native blocks and citations. */
export const formatName = "messages";

/** The roles of messages. */
export const roles: readonly string[] = ["user", "assistant", "system"];

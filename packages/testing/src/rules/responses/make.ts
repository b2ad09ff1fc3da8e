import { createGroups } from "../chat-completions/make.js";

export {
  badRequest,
  empty,
  from,
  missing,
  outOfRange,
  tooLong,
  unknown,
  wrongName,
  wrongType,
  wrongValue,
} from "../chat-completions/make.js";

/** The rules of one group, with the group's name and the profile in them. */
export const groupOf = createGroups("responses", "responses");

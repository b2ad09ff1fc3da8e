import type { Check } from "../check.js";
import { agreement } from "./agreement.js";
import { authentication } from "./authentication.js";
import { basics } from "./basics.js";
import { claudeCode } from "./claude-code.js";
import { errors } from "./errors.js";
import { headers } from "./headers.js";
import { media } from "./media.js";
import { neighbours } from "./neighbours.js";
import { replies } from "./replies.js";
import { streams } from "./streams.js";
import { thinking } from "./thinking.js";
import { tools } from "./tools.js";
import { turns } from "./turns.js";
import { usage } from "./usage.js";
import { validation } from "./validation.js";

/** What can be asked of a server of the Messages format, by number of requirement. */
export const messagesChecks: readonly Check[] = [
  ...basics,
  ...authentication,
  ...headers,
  ...validation,
  ...claudeCode,
  ...tools,
  ...turns,
  ...thinking,
  ...media,
  ...replies,
  ...usage,
  ...streams,
  ...agreement,
  ...neighbours,
  ...errors,
].sort((one, other) => (one.id < other.id ? -1 : 1));

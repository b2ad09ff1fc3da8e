// The least that could do the same, for comparison: a pass-through, a translator, and a server that
// answers by itself. They check nothing, count nothing and handle no failure well.
import { createServer, type Server } from "node:http";
import { answerParent } from "../shared/children.ts";
import { listen } from "../shared/listen.ts";
import { answerItself } from "./anchors/answer-itself.ts";
import { passThrough } from "./anchors/pass-through.ts";
import { translate } from "./anchors/translate.ts";
import type { TargetOptions } from "./targets.ts";
import { used } from "./used.ts";

answerParent({ start: (options: TargetOptions) => listen(serverOf(options)), used });

function serverOf(options: TargetOptions): Server {
  if (options.model === "own") return createServer(answerItself(options.caller));
  if (options.model === options.caller) return createServer(passThrough(options.upstreamPort));
  return createServer(translate(options.model, options.upstreamPort));
}

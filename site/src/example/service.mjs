import { setTimeout as wait } from "node:timers/promises";
import {
  chatCompletionsFormat,
  createService,
  defineModel,
  messagesFormat,
  thinking,
} from "@diglot/core";
import { responses } from "@diglot/responses";

const words = ["Three ", "blue ", "mugs ", "are ", "left."];

const shop = defineModel("shop", async function* () {
  yield thinking("I look up the stock.");
  for (const word of words) {
    await wait(120);
    yield word;
  }
});

export const service = createService({
  models: [shop],
  formats: [responses(), messagesFormat, chatCompletionsFormat],
  allowAnonymous: true,
});

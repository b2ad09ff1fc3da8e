// The models behind the service whose streams are measured. The name of the model says how it plays.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { chatCompletions, messages } from "../replies.mjs";

const usage = { input: 11, output: 40 };
/** What a caller has received in the end of a slow stream that is whole. */
export const lastWord = `word${usage.output - 1} `;
/** The text of a delta of an endless stream. */
const kibibyte = "x".repeat(1_024);

/** Milliseconds after which a request that does not come is given up. */
const patience = 30_000;

/** How the models play, by their names. Each takes what it writes to, and the words of its format. */
const plays = {
  async unanswered() {},
  async silent(stream, format) {
    stream.write(format.begin(usage) + format.delta(0));
  },
  async flowing(stream, format) {
    stream.write(format.begin(usage));
    while (await stream.paused(5)) stream.write(format.delta(0));
  },
  async endless(stream, format) {
    stream.write(format.begin(usage));
    while (await stream.room()) stream.write(format.text(kibibyte));
  },
  async slow(stream, format) {
    stream.write(format.begin(usage));
    for (let word = 0; word < usage.output; word++) {
      if (!(await stream.paused(100 + Math.random() * 400))) return;
      stream.write(format.delta(word));
    }
    stream.end(format.end(usage));
  },
};

/** How the models fail, by their names. */
const failures = {
  resets: (response) => response.socket.resetAndDestroy(),
  garbage: (response) => response.socket.end("SSH-2.0-OpenSSH_9.9\r\n\r\n"),
  refuses: (response) => response.writeHead(500, json).end("broken"),
  html: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
  cuts(response, format) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(format.begin(usage) + format.delta(0), () => response.destroy());
  },
  malformed(response, format) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`${format.begin(usage)}data: {"cut\n\n`);
  },
};
const json = { "content-type": "application/json" };

/** The names of the models that fail. */
export const failureNames = Object.keys(failures);
/** The names of the models that play. */
export const playNames = Object.keys(plays);

/**
 * Starts the models on 127.0.0.1. `exchanges` maps the prompt of each request to its exchange, which
 * says whether the model waits for its reader, and whether and when its connection has closed.
 */
export async function startStreamServer() {
  const exchanges = new Map();
  const server = createServer((request, response) => {
    answer(request, response, exchanges).catch(() => response.destroy());
  });
  // The service must not be measured by connections that end while they are idle.
  server.keepAliveTimeout = 120_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    exchanges,
    url: `http://127.0.0.1:${server.address().port}`,
    /** Resolves with the exchange of a prompt once its request has come. */
    async exchangeOf(prompt) {
      const until = performance.now() + patience;
      while (!exchanges.has(prompt)) {
        if (performance.now() > until) throw new Error(`No model was asked: ${prompt}`);
        await wait(1);
      }
      return exchanges.get(prompt);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request, response, exchanges) {
  const { model, messages: turns } = JSON.parse(await readText(request));
  const closed = once(response, "close").then(() => performance.now());
  exchanges.set(toText(turns[0].content), {
    closed,
    isOpen: () => !response.destroyed,
    isWaiting: () => response.writableNeedDrain,
  });
  const format = request.url.endsWith("/messages") ? messages : chatCompletions;
  if (failures[model]) failures[model](response, format);
  else await plays[model](createStream(response, closed), format);
}

function createStream(response, closed) {
  return {
    write(text) {
      if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(text);
    },
    end: (text) => response.end(text),
    /** Waits so many milliseconds. Resolves with whether there is still a reader. */
    async paused(milliseconds) {
      await Promise.race([wait(milliseconds), closed]);
      return !response.destroyed;
    },
    /** Waits until the socket takes more. Resolves with whether there is still a reader. */
    async room() {
      if (response.writableNeedDrain) await Promise.race([once(response, "drain"), closed]);
      return !response.destroyed;
    },
  };
}

/** The text of a prompt, which a translation may send as a list of blocks. */
function toText(content) {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

async function readText(request) {
  let text = "";
  for await (const piece of request) text += piece;
  return text;
}

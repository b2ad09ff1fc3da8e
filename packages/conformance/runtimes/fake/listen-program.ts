import process from "node:process";
import { defineModel } from "@diglot/core";
import { createFake, createFileTape, faults, record, replay } from "@diglot/testing";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** For Node, Bun and Deno: a port, a tape in the folder that is named, and an answer that is left open. */
const [folder = ""] = process.argv.slice(2);

function ask(send: Fetch, url: string, stream = false, signal?: AbortSignal): Promise<Response> {
  return send(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer sk-test", "content-type": "application/json" },
    body: JSON.stringify({ model: "any", stream, messages: [{ role: "user", content: "Hi" }] }),
    ...(signal && { signal }),
  });
}

async function say(answer: Response): Promise<string> {
  const body: { choices: [{ message: { content: string } }] } = JSON.parse(await answer.text());
  return body.choices[0].message.content;
}

const failed = () => "failed";

const fake = createFake({
  script: [
    "On a port",
    { text: "This breaks off", fault: faults.reset({ events: 3 }) },
    { text: "This is left", fault: faults.stall({ events: 2 }) },
    "Still there",
  ],
});
const listener = await fake.listen();
const leaving = new AbortController();
// Deno asks again by itself if a connection is lost before the head, so all are lost.
const away = createFake().when({}, { fault: faults.unreachable() });
const gone = await away.listen();
const lost = await ask(fetch, gone.url).catch(failed);
await gone.close();
const said = await say(await ask(fetch, listener.url));
const broken = await ask(fetch, listener.url, true).then((answer) => answer.text().catch(failed));
const left = await ask(fetch, listener.url, true, leaving.signal);
await left.body?.getReader().read();
leaving.abort();
await fake.calls.at(-1)?.finished;
const after = await say(await ask(fetch, listener.url));
fake.verify();
await listener.close();
const closed = await ask(fetch, listener.url).catch(failed);

const model = replay(createFileTape(`${folder}/nothing`));
const miss = await ask(createFake({ model }).fetch, "http://fake.example");
const origin = defineModel("origin", async function* () {
  yield "From the tape";
});
const recording = createFake({ model: record(origin, createFileTape(folder)) });
await say(await ask(recording.fetch, "http://fake.example"));
const replaying = createFake({ model: replay(createFileTape(folder)) });
const replayed = await say(await ask(replaying.fetch, "http://fake.example"));

const open = createFake({ script: ["This is never read to its end"] });
await (await ask(open.fetch, "http://fake.example", true)).body?.getReader().read();

const states = fake.calls.map(({ state }) => state);
console.log(
  JSON.stringify({ said, broken, lost, after, states, closed, miss: miss.status, replayed }),
);

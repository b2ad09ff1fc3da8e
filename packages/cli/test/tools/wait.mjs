// A tool that waits for signals. At the first one it asks once more, then says which ones came.
const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = process.env;

async function ask() {
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: OPENAI_MODEL, messages: [{ role: "user", content: "Hi" }] }),
  });
  return (await response.json()).choices[0].message.content;
}

const came = [];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, async () => {
    came.push(signal);
    if (came.length > 1) return;
    const answer = await ask();
    console.log(`${came.join(", ")}: ${answer}`);
    process.exit(7);
  });
}
console.log("ready");
setInterval(() => undefined, 1_000);

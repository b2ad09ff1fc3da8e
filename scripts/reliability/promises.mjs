// The promises, what each must reach, and what shows it. `npm run reliability` runs this table, and a
// test holds docs/reliability.md and its reference to it.

/** A program of package.json. `quick` are its options for a short run, `options` those of a whole one. */
const run = (name, options = [], quick = options) => ({ name, options, quick });
const ofBoth = (name, options, quick) =>
  ["sqlite", "postgres"].map((store) =>
    run(name, ["--store", store, ...options], ["--store", store, ...quick]),
  );

const fuzz = run("fuzz", ["--minutes", "60"], ["--minutes", "1"]);
const hostile = [
  run("hostile"),
  run("hostile", ["--megabytes", "32"], ["--megabytes", "32", "--shape", "stops"]),
];
const inStores = (name) => `packages/conformance/test/stores/${name}.test.ts`;

/** Each promise: its sentence, its target, how it is measured, the programs that do so and the tests that hold it. */
export const promises = [
  {
    id: "P1",
    sentence:
      "Every attempt that reached a model is in the ledger exactly once, even if the caller leaves, the upstream breaks, the process is killed or the ledger is unreachable.",
    target: "1,000 kills on each store: 0 missing, 0 double, 0 served for free, sums exact",
    method:
      "`npm run soak` starts services in separate processes. 24 callers ask in both formats, and a third of them leave early. A service gets a `SIGKILL` after 60 to 300 ms, again and again. The model server behind it fails at times, and notes the id of every attempt that reaches it. After all leases have expired, the program compares the ledger with these notes. `difference of sums` compares the spent money of the account with the cost of its rows, in nano-dollars. `recovered but unserved` counts the attempts of processes that were lost between the reservation and the model; they are billed their [estimated input](../ledger.md#when-the-process-is-lost). The number is high because these processes live for a fifth of a second, all callers share one account, and PostgreSQL commits transactions of lost processes. `--outages` takes the ledger away half of the time, in four ways. P16 uses the same program.",
    programs: [
      ...ofBoth("soak", ["--kills", "1000", "--processes", "2"], ["--kills", "30"]),
      run("soak", ["--kills", "200", "--outages"], ["--kills", "20", "--outages"]),
    ],
    tests: ["packages/testing/test/torture.test.ts", "packages/core/test/outbox-histories.test.ts"],
  },
  {
    id: "P2",
    sentence:
      "The spent and reserved money of an account or a key never exceeds any of its budgets, however many requests come at once.",
    target:
      "0 overshoot under 1,000 requests from 4 processes, on each store, for credits, a key's budget and a renewing budget",
    method:
      "`npm run overspend` sends 1,000 requests at once to four processes that share a balance for about 40. `--budget key` and `--budget day` use a key's budget or a renewing budget as the balance. On PostgreSQL a constraint or a trigger judges each transaction; on SQLite the program reads the balance continuously.",
    programs: ["credits", "key", "day"].flatMap((budget) =>
      ofBoth("overspend", ["--budget", budget], ["--budget", budget, "--requests", "300"]),
    ),
    tests: [inStores("faults-budget"), "packages/core/test/budget-names.test.ts"],
  },
  {
    id: "P3",
    sentence:
      "An interrupted stream is billed by the usage that the upstream reported, otherwise by an estimate of the delivered output; the row has the origin.",
    target: "within 20 tokens or 10 % at the 95th percentile of all cuts of the recorded streams",
    method:
      "`npm run interrupted` cuts streams in the style of the most common servers after each event, for callers of Messages and Chat Completions, and counts the delivered text with a tokenizer. The texts are short. Longer texts are estimated at four bytes to a token. This is within 10 % for English prose and code, but a quarter too low for dense JSON. The option `countTokens` of a model counts exactly.",
    programs: [run("interrupted")],
    tests: [
      "packages/core/test/usage-of-attempts.test.ts",
      "packages/core/test/usage-of-cut-streams.test.ts",
    ],
  },
  {
    id: "P4",
    sentence: "A caller who leaves stops the model.",
    target: "caller to upstream within 5 ms (p50), 50 ms (p99) and 250 ms (slowest)",
    programs: [run("aborts")],
    tests: [
      "packages/core/test/caller-gone.test.ts",
      "packages/adapter-node-http/test/client-disconnect.test.ts",
    ],
  },
  {
    id: "P5",
    sentence:
      "A caller who stops reading costs a bounded amount of memory and pauses the upstream.",
    target: "at most 256 KiB for each of 200 readers; all upstreams paused",
    programs: [run("slow-readers"), run("slow-streams")],
    tests: ["packages/adapter-node-http/test/backpressure.test.ts"],
  },
  {
    id: "P6",
    sentence: "Any body within the limits is judged in bounded memory.",
    target: "at most 4 times the body and 16 MiB",
    method:
      "`npm run hostile` sends [bodies and replies](../../packages/conformance/hostile) that cost more than they are worth, as JSON and as streams, in process, relayed and translated. It measures the longest block of the event loop in processor time. A second service has a heap with room for 4 times the body and 16 MiB, and must survive all of them. A process with more room takes more memory, because it does not collect its garbage yet; the program prints this too.",
    programs: hostile,
    tests: ["packages/conformance/test/hostile"],
  },
  {
    id: "P7",
    sentence: "No request blocks the event loop for long, and no model makes other callers wait.",
    target: "at most 50 ms for a body of 1 MB and 1 s for 32 MB; others wait at most 50 ms",
    method:
      "`npm run fairness` measures how long a second caller waits during another caller's request. The rest is measured as for P6.",
    programs: [...hostile, run("fairness")],
    tests: [],
  },
  {
    id: "P8",
    sentence:
      "No key, prompt, output, upstream secret or stack appears in an answer, header, log or event that must not have it.",
    target:
      "0 hits of planted secrets, in raw, upper and lower case, hexadecimal, JSON, base64, URL and HTML forms",
    programs: [],
    tests: [
      "packages/conformance/test/upstreams",
      "packages/core/test/admin-endpoints.test.ts",
      "packages/core/test/account-endpoints.test.ts",
    ],
  },
  {
    id: "P9",
    sentence: "The same bytes give the same events, wherever they are cut, and no text is damaged.",
    target: "0 differences in 1,000,000 random cuts",
    method:
      "`npm run cuts` translates the same streams in random pieces, with all three line ends and with characters of four bytes.",
    programs: [run("cuts", ["--cuts", "1000000"], ["--cuts", "20000"]), fuzz],
    tests: ["packages/core/src/sse", "packages/core/test/properties.test.ts"],
  },
  {
    id: "P10",
    sentence: "No name in a body changes a prototype, a setting or a route.",
    target: "0 findings",
    programs: [fuzz],
    tests: [
      "packages/core/test/properties.test.ts",
      "packages/core/test/upstream-origin.test.ts",
      "packages/core/src/http/read-body.test.ts",
      "packages/conformance/test/fuzz",
    ],
  },
  {
    id: "P11",
    sentence: "Faulty requests do not end the process, and leave nothing behind.",
    target:
      "after 10,000 faulty requests: sockets, timers, listeners and open rows as before, heap growth at most 5 MiB",
    programs: [run("census")],
    tests: [
      "packages/adapter-node-http/test/leaks.test.ts",
      "packages/core/test/open-rows.test.ts",
    ],
  },
  {
    id: "P12",
    sentence:
      "Every error is in the caller's format, and the official clients raise the right class.",
    target: "every row of the fault matrix",
    programs: [],
    tests: [
      "packages/conformance/test/messages",
      "packages/conformance/test/chat-completions",
      "packages/conformance/test/upstreams",
      "packages/conformance/test/stores/faults",
      "packages/conformance/test/callers",
    ],
  },
  {
    id: "P13",
    sentence: "One idempotency key means one call of a model.",
    target: "1 call for 1,000 twins at once from 4 processes, on each store",
    method:
      "`npm run twins` sends 1,000 requests with one idempotency key at once to four processes. All get the same answer, most of them after a refusal that asks them to wait.",
    programs: ofBoth("twins", [], ["--twins", "200"]),
    tests: ["packages/core/test/idempotency"],
  },
  {
    id: "P14",
    sentence: "Limits of size, time and concurrency hold without the help of the host.",
    target: "7 limits of time within 5 % or 50 ms; 6 limits of size and number exact",
    method:
      "`npm run limit-times` lets each limit of time expire three times on the real clock, and tries each limit of size and number at its edge.",
    programs: [run("limit-times")],
    tests: [
      "packages/core/test/admission.test.ts",
      "packages/core/test/oversized-replies.test.ts",
      "packages/core/src/http/read-body.test.ts",
      "packages/core/src/request/lifetime.test.ts",
      "packages/adapter-node-http/test/http-server.test.ts",
      "packages/conformance/test/upstreams/faults-transport.test.ts",
      "packages/limits/test",
    ],
  },
  {
    id: "P15",
    sentence:
      "Node, Bun, Deno and Workers behave in the same way, except for the documented differences.",
    target: "the same tests on four runtimes",
    programs: [],
    tests: [
      "packages/conformance/test/runtimes.test.ts",
      "packages/conformance/test/fake/runtimes.test.ts",
    ],
  },
  {
    id: "P16",
    sentence: "While the store is unreachable, no unpaid attempt runs and no paid attempt is lost.",
    target: "0 attempts without a durable row",
    programs: [run("soak", ["--kills", "200", "--outages"], ["--kills", "20", "--outages"])],
    tests: [inStores("faults-ledger"), inStores("faults-postgres"), inStores("faults-sqlite")],
  },
];

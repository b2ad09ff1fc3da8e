import type { Sections } from "./sections.ts";

/** The page of all figures, around its tables and pictures. */
export function toText(sections: Sections): string {
  return `# Performance: every figure

The cost of each kind of exchange. [Performance](../performance.md) explains the method and shows the figures that matter most. This page is generated from the results of \`npm run bench -- --out\` and from the counts, by \`npm run docs:performance\`; a test fails when they differ.

${sections.machine}

Each table has the median of Diglot's cost on this machine, and its ratio to the reference beside it. Compare the ratios, not the times: the range is that of all rounds.

- A request has 3.6 kB: five messages, a system prompt and two tools. A JSON reply has 1.3 kB, and a stream over HTTP has 1,000 deltas.
- "In blocks" means that the upstream writes 60 kB of deltas at once. "One delta per write" means one delta in each turn of its event loop. Over HTTP, each delta is a chunk.
- The ledger and the limits are in memory unless a table names another store.

## Over HTTP

The cost of one request, and of one delta, to the process of the gateway. The upstream and the callers are separate processes.

${sections.http}

## In process

\`service.handle\` through a transport that answers at once, and \`service.fetch\`, without a network. An exchange stands beside \`JSON.parse\` of its request body, and a delta beside \`JSON.parse\` of that delta.

${sections.inproc}

## Listeners

The same exchange with a reporter and without one. A service without a reporter makes no events. The rows "no reporter" compare the same work with itself, so they show how far two measurements differ.

${sections.listeners}

## Single steps

Each step stands beside \`JSON.parse\` of its input. \`npm run bench -- --profile\` writes flame graphs of whole exchanges.

${sections.steps}

## What one exchange creates

Exact numbers, from the request to the end of the settlement, of a service without a reporter. \`npm run counts\` prints them. In a cell with two numbers, the first is that of 22 November 2026, before exchanges were made lighter.

${sections.exchanges}

${sections.deltas}

## Growth

Each cost is divided by the size with which it must at least grow, so a flat line is linear growth. Short requests and streams pay the fixed cost of an exchange.

${sections.pictures}

## Adapters and \`fetch\`

One request over HTTP to a model in the process, beside a bare server that parses the request and answers. The last row is a relay that calls its upstream by \`fetch\`, beside the bare pass-through. [In process](#in-process) has the cost that \`service.fetch\` adds to \`service.handle\`.

${sections.adapters}

## Ledgers

The cost of a request with each ledger, beside the same request without a ledger, and the cost of each ledger's calls. A request waits once, for \`reserve\`. All other calls run beside it.

${sections.ledgers}

## Memory, start and size

Sizes are those of [\`npm run size\`](../contributing.md), beside the limit that CI holds.

${sections.rest}
`;
}

// The page about Diglot beside its peers.

const labels = {
  messages: "Messages",
  "chat-completions": "Chat Completions",
  responses: "Responses",
};

/** The page, made of the results of `npm run peers`. */
export function renderPage(results) {
  return `${[
    "# Beside the peers",
    '`npm run peers` generates this page. It runs the same checks and the same load against Diglot and other servers, and lists the results. Each server is configured as its own documentation describes. Checks of a capability that a server does not claim count as "not claimed", not as failed.',
    `Measured on ${results.date} with Node ${results.node} on ${results.machine}. The load average of the machine was ${results.busy.toFixed(1)}, other programs included. Figures of time and processor depend on the machine; compare only figures of one table.`,
    "To repeat it on Linux, run this in the repository. It takes about seven minutes and installs the peers from the npm registry into `tools/peers`:",
    "```sh\nnpm ci\nnpm run peers\n```",
    "## The servers",
    ...[...results.gateways, ...results.mocks].map(describe),
    "## Conformance of gateways",
    "The [conformance kit](../conformance.md) asks the gateway, and the gateway asks a Diglot service with the `echo` model. The profile is lenient, because a gateway may leave refusals to the server behind it. A translation cannot pass every check: some facts exist in one format only.",
    table(results.gateways, "Behind it"),
    "## Conformance of mocks",
    "The kit asks the mock itself, with the strict profile: a mock stands in for the vendor's service, refusals included.",
    table(results.mocks),
    "## Load",
    `The requests are those of [\`npm run bench\`](../performance.md): a conversation of five turns with two tools. Upstream, caller and server are processes of their own on 127.0.0.1. "Per second" and "CPU" are taken with 16 callers, "alone" is the median time of a request with one caller. Each figure is the median of three rounds in turns.`,
    ...results.load.map(loadTable),
    "## Failing checks",
    "The checks that each server failed, with their ids and titles. `npx diglot conformance` prints the reason of each.",
    ...[...results.gateways, ...results.mocks].flatMap(failures),
  ].join("\n\n")}\n`;
}

function describe({ name, package: npm, version, setup, documentation, unclaimed }) {
  const source = npm ? ` [\`${npm}\`](https://www.npmjs.com/package/${npm}) ${version}.` : "";
  const read = documentation ? ` [Documentation](${documentation}).` : "";
  const left = unclaimed.length > 0 ? ` Not claimed: ${unclaimed.join(", ")}.` : "";
  return `**${name}.**${source} ${setup}${read}${left}`;
}

function table(subjects, behind) {
  const head = ["Server", "Asked in", ...(behind ? [behind] : [])];
  const rows = subjects.flatMap(({ name, ways }) =>
    ways.map((way) => {
      const first = [name, labels[way.format], ...(behind ? [labels[way.upstream]] : [])];
      if (way.refused !== undefined) return [...first, `not checked: ${way.refused}`, "", "", ""];
      return [...first, way.passed, way.failed.length, way.skipped, way.unclaimed];
    }),
  );
  return toTable([...head, "Passed", "Failed", "Skipped", "Not claimed"], rows);
}

function loadTable({ title, rows }) {
  const cells = rows.map(({ name, perSecond, cpu, alone, failures }) => [
    name,
    Math.round(perSecond),
    `${Math.round(cpu)} µs`,
    `${alone.toFixed(2)} ms`,
    failures,
  ]);
  return `**${title}**\n\n${toTable(["Server", "Per second", "CPU", "Alone", "Failed"], cells)}`;
}

function failures({ name, ways }) {
  return ways.flatMap(({ format, upstream, failed }) => {
    if (failed.length === 0) return [];
    const way = upstream && upstream !== format ? ` before ${labels[upstream]}` : "";
    const lines = failed.map(({ id, what }) => `- ${id} ${what}`);
    return [`### ${name}: ${labels[format]}${way}`, lines.join("\n")];
  });
}

function toTable(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

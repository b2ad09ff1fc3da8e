import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { healthEndpoints } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readPage, root } from "../documents/documents.js";

interface Step {
  readonly name: string;
  readonly rest: string;
}

interface Dockerfile {
  readSteps(text: string): readonly Step[];
  commandOf(steps: readonly Step[], name: string): readonly string[];
  variablesOf(steps: readonly Step[]): Readonly<Record<string, string>>;
}

const module = pathToFileURL(join(root, "scripts/rehearse-image/dockerfile.mjs")).href;
const { readSteps, commandOf, variablesOf } = (await import(module)) as Dockerfile;

const read = (path: string) => readFileSync(join(root, "deploy", path), "utf8");
const steps = readSteps(read("docker/Dockerfile"));
const command = commandOf(steps, "CMD");
const [, main = "", , config = ""] = command;
const { PORT } = variablesOf(steps);
const compose = parse(read("compose/compose.yaml"));
const { gateway } = compose.services;
const [configMap] = parseAll("kubernetes/config.yaml");
const [job] = parseAll("kubernetes/migrate.yaml");
const [deployment, service, budget] = parseAll("kubernetes/gateway.yaml");
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const unit = read("systemd/diglot.service");
const endpoints = healthEndpoints().map(({ path }) => path);

/** Seconds that running requests have by default, and the seconds of the ledger after them. */
const drain =
  Number(/`drainTimeout` .*Default: (\d+)\./.exec(readPage("docs/reference/config.md").text)?.[1]) /
  1_000;
const ledger = 2;

function parseAll(path: string): readonly ReturnType<typeof parse>[] {
  return parseAllDocuments(read(path), { strict: true }).map((document) => document.toJS());
}

/** The variables of a config that must be set. */
function neededBy(path: string): readonly string[] {
  return [...read(path).matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name).toSorted();
}

describe("the image", () => {
  it("starts the command without a shell, as a user that is not root", () => {
    expect(command[0]).toBe("node");
    expect(steps.findLast(({ name }) => name === "USER")?.rest).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it("is healthy if the service answers at a path that it has", () => {
    const check = commandOf(steps, "HEALTHCHECK").join(" ");
    const [, path] = /\}(\/\w+)`/.exec(check) ?? [];
    expect(endpoints).toContain(path);
  });

  it("is not rehearsed with a command that a shell would start", () => {
    expect(() => commandOf(readSteps("CMD npm start\n"), "CMD")).toThrow("must be in exec form");
  });
});

describe("the compose file", () => {
  it("gives the gateway every variable of its config", () => {
    const given = { ...variablesOf(steps), ...gateway.environment };
    expect(neededBy("compose/diglot.config.json").filter((name) => !(name in given))).toEqual([]);
    expect(gateway.volumes).toContain(`./diglot.config.json:${config}:ro`);
  });

  it("takes every other variable from the example of .env", () => {
    const named = [...read("compose/compose.yaml").matchAll(/\$\{(\w+):\?\}/g)].map(
      ([, one]) => one,
    );
    const given = [...read("compose/.env.example").matchAll(/^(\w+)=/gm)].map(([, one]) => one);
    expect([...new Set(named)].toSorted()).toEqual(given.toSorted());
  });

  it("reaches the gateway at its port, from outside and from Prometheus", () => {
    expect(gateway.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
    const { scrape_configs: jobs } = parse(read("compose/prometheus.yml"));
    expect(jobs[0].static_configs[0].targets).toEqual([`gateway:${PORT}`]);
    expect(JSON.parse(read("compose/diglot.config.json")).metrics).toBe(true);
  });

  it("waits longer for the gateway than running requests may take", () => {
    expect(Number.parseInt(gateway.stop_grace_period, 10)).toBeGreaterThan(drain + ledger);
  });

  it("provisions the dashboard with the data source that it provisions", () => {
    const [, , script] = compose.services.dashboard.command;
    const [source] = parse(read("compose/grafana/datasources.yaml")).datasources;
    const line = script
      .replaceAll("$$", "$")
      .replace("/source", join(root, "docs/grafana"))
      .replace(/ > .*/, "");
    const { panels } = JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
    const uids = panels.flatMap(({ targets }: { targets: { datasource: { uid: string } }[] }) =>
      targets.map(({ datasource }) => datasource.uid),
    );
    expect(new Set(uids)).toEqual(new Set([source.uid]));
    const [provider] = parse(read("compose/grafana/dashboards.yaml")).providers;
    expect(compose.services.grafana.volumes).toContain(`dashboards:${provider.options.path}:ro`);
  });
});

describe("the unit of systemd", () => {
  it("starts the command of the image", () => {
    expect(unit).toContain(`\nExecStart=/usr/bin/${command.join(" ")}\n`);
  });

  it("waits longer than running requests may take, and signals the command alone", () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(seconds)).toBeGreaterThan(drain + ledger);
    expect(unit).toContain("\nKillMode=mixed\n");
  });
});

describe("the objects of Kubernetes", () => {
  it("have the config of the compose file", () => {
    const inMap = JSON.parse(configMap.data["diglot.config.json"]);
    expect(inMap).toEqual(JSON.parse(read("compose/diglot.config.json")));
    expect(pod.volumes[0].configMap.items[0].path).toBe(config.split("/").at(-1));
    expect(container.volumeMounts[0].mountPath).toBe("/etc/diglot");
  });

  it("give the gateway every variable of its config, from the map or the secret that the page creates", () => {
    const { text } = readPage("docs/deploy.md");
    const secret = [...text.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
    const named = container.env.map(({ name }: { name: string }) => name);
    expect([...secret, ...named].toSorted()).toEqual(neededBy("compose/diglot.config.json"));
    for (const { name, valueFrom } of container.env) {
      expect(valueFrom.configMapKeyRef).toEqual({ name: configMap.metadata.name, key: name });
      expect(configMap.data).toHaveProperty(name);
    }
  });

  it("probe paths that the service has, at its port", () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const probes = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
    expect(probes.map(({ path }) => path)).toEqual(["/healthz", "/healthz", "/readyz"]);
    expect(endpoints).toEqual(expect.arrayContaining(["/healthz", "/readyz"]));
    const [port] = container.ports;
    expect(port.containerPort).toBe(Number(PORT));
    expect(new Set(probes.map(({ port: one }) => one))).toEqual(new Set([port.name]));
    expect(service.spec.ports[0].targetPort).toBe(port.name);
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(1);
  });

  it("give a pod longer to end than it needs", () => {
    const [, wait] = container.lifecycle.preStop.exec.command;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(wait) + drain + ledger);
  });

  it("keep one of two instances, and select those of the deployment", () => {
    expect(deployment.spec.replicas).toBe(2);
    expect(budget.spec.minAvailable).toBe(1);
    const { labels } = deployment.spec.template.metadata;
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
  });

  it("migrate with the program and the database of the gateway, as a user that is not root", () => {
    const [migrate] = job.spec.template.spec.containers;
    expect(migrate.command.slice(0, 2)).toEqual(["node", main]);
    expect(migrate.image).toBe(container.image);
    const [variable] = migrate.env;
    expect(variable.name).toBe("DIGLOT_DATABASE");
    expect(variable.valueFrom.secretKeyRef).toEqual(
      expect.objectContaining({ name: container.envFrom[0].secretRef.name, key: "DATABASE_URL" }),
    );
    expect(job.spec.template.spec.securityContext.runAsNonRoot).toBe(true);
  });
});

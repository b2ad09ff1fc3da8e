// Runs the conformance kit against one way of a server.
import { conformance } from "@diglot/testing/conformance";
import { key } from "./subjects.mjs";

/**
 * @typedef {object} Checked the result of the kit for one way
 * @property {string} format
 * @property {string | null} upstream
 * @property {string} [refused] why it could not be checked
 * @property {number} passed
 * @property {number} skipped
 * @property {number} unclaimed checks of capabilities that the server does not claim
 * @property {readonly { id: string, what: string }[]} failed
 */

/**
 * @param {import("./subjects.mjs").Subject} subject
 * @param {import("./subjects.mjs").Way} way
 * @param {number} port of the model server
 * @returns {Promise<Checked>}
 */
export async function check(subject, way, port) {
  const empty = { format: way.format, upstream: way.upstream ?? null };
  let server;
  try {
    server = await subject.start(port, way);
    const report = await conformance(targetOf(way, server.port), { profile: subject.profile });
    return { ...empty, ...summarise(report.results, new Set(subject.unclaimed)) };
  } catch (error) {
    return { ...empty, refused: firstLine(error), passed: 0, skipped: 0, unclaimed: 0, failed: [] };
  } finally {
    await server?.stop();
  }
}

/** A target with its own `fetch` opens no WebSocket, so only a way that needs one gets one. */
function targetOf(way, port) {
  const baseUrl = `http://127.0.0.1:${port}`;
  const target = { baseUrl, apiKey: key, model: "echo", formats: [way.format] };
  return way.headers === undefined ? target : { ...target, fetch: fetchFor(way) };
}

/** Sends what a documentation asks callers to send. */
function fetchFor({ headers: more, maxTokens }) {
  return (url, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    const body = maxTokens === undefined ? init.body : withLimit(init.body, maxTokens);
    return fetch(url, { ...init, headers, body });
  };
}

function withLimit(text, limit) {
  try {
    const body = JSON.parse(text);
    const named = body.max_tokens ?? body.max_completion_tokens;
    return named === undefined ? JSON.stringify({ ...body, max_tokens: limit }) : text;
  } catch {
    return text;
  }
}

function summarise(results, unclaimed) {
  const claimed = results.filter(({ capability }) => !unclaimed.has(capability));
  const count = (outcome) => claimed.filter((result) => result.outcome === outcome).length;
  const failed = claimed
    .filter(({ outcome }) => outcome === "failed")
    .map(({ id, what }) => ({ id, what }));
  const left = results.length - claimed.length;
  return { passed: count("passed"), skipped: count("skipped"), unclaimed: left, failed };
}

/** @param {unknown} error */
function firstLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/http:\/\/127\.0\.0\.1:\d+/g, "the server").split("\n")[0];
}

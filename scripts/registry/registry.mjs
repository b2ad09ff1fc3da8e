// A package registry on loopback that takes the packages of this repository from `npm publish`, offers
// them, and sends a client elsewhere for all others.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** Where the packages of others come from. */
const upstream = "https://registry.npmjs.org";

/** Our names never come from elsewhere, even before they are published here. */
const isOurs = (name) => name === "diglot" || name.startsWith("@diglot/");

/**
 * Starts an empty registry. `packages` has what was published: the document of each package by its name,
 * and its files by their paths.
 * @returns {Promise<{ url: string, packages: Packages, close(): Promise<void> }>}
 * @typedef {{ documents: Map<string, object>, files: Map<string, Buffer> }} Packages
 */
export async function startRegistry() {
  const packages = { documents: new Map(), files: new Map() };
  const server = createServer((request, response) => answer(packages, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, packages, close };
}

async function answer(packages, request, response) {
  const path = decodeURIComponent(request.url.split("?")[0]).slice(1);
  const name = path.split("/-/")[0];
  if (!isOurs(name)) return response.writeHead(302, { location: upstream + request.url }).end();
  if (request.method === "PUT") {
    publish(packages, await json(request));
    return send(response, 201, { ok: true });
  }
  const file = packages.files.get(path);
  if (file) return response.end(file);
  const document = packages.documents.get(path);
  if (!document) return send(response, 404, { error: "Not found" });
  send(response, 200, document);
}

/** Adds the version that `npm publish` sends: its manifest, its tag, and its file in base64. */
function publish({ documents, files }, { _attachments, ...sent }) {
  const known = documents.get(sent.name);
  documents.set(sent.name, {
    ...sent,
    "dist-tags": { ...known?.["dist-tags"], ...sent["dist-tags"] },
    versions: { ...known?.versions, ...sent.versions },
  });
  for (const [file, { data }] of Object.entries(_attachments)) {
    files.set(`${sent.name}/-/${file}`, Buffer.from(data, "base64"));
  }
}

function send(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

// Starts a server of the comparison in a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * @typedef {object} Started a server that accepts connections
 * @property {number} port
 * @property {() => number} cpu microseconds of processor time so far, by the count of the system
 * @property {() => Promise<void>} stop
 */

/** How often a server is asked whether it accepts connections, every tenth of a second. */
const attempts = 300;

/** How many clock ticks Linux counts in a second. */
const ticks = 100;

/** A port of this machine that nothing uses. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Runs a program of Node until it accepts connections.
 * @param {readonly string[]} command the file and its arguments
 * @param {number} port
 * @param {Readonly<Record<string, string>>} [environment]
 * @returns {Promise<Started>}
 */
export async function startServer(command, port, environment = {}) {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (bytes) => {
    said = `${said}${bytes}`.slice(-2_000);
  });
  for (let attempt = 0; !(await accepts(port)); attempt++) {
    if (child.exitCode !== null || attempt === attempts) {
      child.kill("SIGKILL");
      throw new Error(`${command[0]} does not accept connections. ${said}`);
    }
    await sleep(100);
  }
  return { port, cpu: () => cpuOf(child.pid), stop: () => stop(child) };
}

/** @param {number} port */
async function accepts(port) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @param {number | undefined} pid */
function cpuOf(pid) {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, may contain spaces.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * (1_000_000 / ticks);
}

/** @param {import("node:child_process").ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

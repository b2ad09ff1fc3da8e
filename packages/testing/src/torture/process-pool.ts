import { type ProcessOptions, startProcess, type TorturedProcess } from "./process.js";

/** The processes of a run. */
export interface ProcessPool {
  /** The process that answers the request with this number. */
  at(number: number): TorturedProcess;
  /** Loses a process, unless it is lost already, and starts another one in its place. */
  replace(process: TorturedProcess): Promise<void>;
  /** How many have been lost. */
  countLost(): number;
  /** Closes those that are left, as a service closes: its ledger first. */
  close(milliseconds: number): Promise<void>;
}

/** Starts the given number of processes. `toOptions` gets the number of those started before. */
export async function createProcessPool(
  size: number,
  toOptions: (started: number) => Promise<ProcessOptions>,
): Promise<ProcessPool> {
  let started = 0;
  let lost = 0;
  const start = async () => startProcess(await toOptions(started++));
  const first = await start();
  const running = [first];
  while (running.length < size) running.push(await start());

  return {
    at: (number) => running[number % size] ?? first,
    async replace(process) {
      if (process.state.lost) return;
      process.lose();
      lost += 1;
      running[running.indexOf(process)] = await start();
    },
    countLost: () => lost,
    async close(milliseconds) {
      await Promise.all(running.map(({ service }) => service.close({ timeout: milliseconds })));
    },
  };
}

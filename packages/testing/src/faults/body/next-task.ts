/**
 * Lets the runtime finish what it is at, such as the sending of what was just written. No clock is
 * asked, because no time has to pass. Where a runtime has no message channels it does nothing.
 */
export async function nextTask(): Promise<void> {
  if (typeof MessageChannel === "undefined") return;
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });
  port1.close();
}

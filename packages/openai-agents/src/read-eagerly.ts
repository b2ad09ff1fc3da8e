/**
 * The same values, read as soon as they come. A run that fails takes back what nobody has read yet, and
 * it does not wait for its reader anyway. The caller must end the run if it stops reading.
 */
export async function* readEagerly<Value>(source: AsyncIterable<Value>): AsyncGenerator<Value> {
  const values: Value[] = [];
  let wake = () => {};
  let isOver = false;
  const read = readAll(source, (value) => {
    values.push(value);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited at the end; until then nobody listens.
  read.catch(() => undefined);
  while (!isOver || values.length > 0) {
    const ready = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (!isOver && values.length === 0) await ready;
    yield* values.splice(0);
  }
  await read;
}

async function readAll<Value>(
  source: AsyncIterable<Value>,
  take: (value: Value) => void,
): Promise<void> {
  for await (const value of source) take(value);
}

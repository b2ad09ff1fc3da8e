export function RequestView(_: { id?: string }) {
  return <p>…</p>;
}

export function UseView(_: { id?: string }) {
  return <p>…</p>;
}

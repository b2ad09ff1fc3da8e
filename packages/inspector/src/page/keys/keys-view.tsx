export function KeysView(_: { id?: string }) {
  return <p>…</p>;
}

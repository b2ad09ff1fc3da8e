/** Why something has failed, in words that are read out. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return (
    <p class="bad problem" role="alert">
      {text}
    </p>
  );
}

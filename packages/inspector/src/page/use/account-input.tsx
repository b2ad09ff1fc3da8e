interface AccountInputOptions {
  /** Accounts to choose from; others can be typed. */
  readonly names: readonly string[];
  /** @default it is asked for */
  readonly accountId: string | undefined;
}

/** The account of a change. */
export function AccountInput({ names, accountId }: AccountInputOptions) {
  return (
    <label>
      Account
      <input
        name="account_id"
        required
        list="accounts"
        value={accountId ?? ""}
        readOnly={accountId !== undefined}
      />
      <datalist id="accounts">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

/** Makes of two saves of a draft one. Letters only: digits of a random text may be those of a card number, which are refused. */
export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), byte => String.fromCharCode(97 + (byte % 26))).join(
    '',
  )

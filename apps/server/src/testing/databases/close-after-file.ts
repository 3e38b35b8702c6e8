const opened: (() => unknown)[] = []

/** Call `close` after the last test of the current file. Works inside tests and hooks, too. */
export function closeAfterFile(close: () => unknown): void {
  opened.push(close)
}

export async function closeOpened(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close()
}

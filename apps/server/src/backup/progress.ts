export type Print = (line: string) => void

/** Long work says how far it is. */
export function everyTwoSeconds(print: Print): (line: () => string) => void {
  let last = performance.now()
  return line => {
    const now = performance.now()
    if (now - last < 2_000) return
    last = now
    print(line())
  }
}

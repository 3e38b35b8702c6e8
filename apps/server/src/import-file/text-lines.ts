export const longestLine = 1_000_000
export const tooLong = `it is longer than ${longestLine} characters`

/** Null for a line that is too long, of which nothing is kept. Lines end as Unix, Windows or the old Mac ends them. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  let pending: string | null = ''
  let hasReturn = false
  for await (const piece of text) {
    // A line end of two characters may be in two pieces.
    const chunk: string = hasReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') hasReturn = piece.endsWith('\r')
    const [first = '', ...others] = chunk.split(/\r\n|\n|\r/)
    pending = pending === null || pending.length + first.length > longestLine ? null : pending + first
    for (const next of others) {
      yield pending
      pending = next.length > longestLine ? null : next
    }
  }
  if (pending !== '') yield pending
}

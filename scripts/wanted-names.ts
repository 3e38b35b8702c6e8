/** The names are from the command line. @throws where one is unknown: a run of nothing would look like success. */
export function requireKnown(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
}

/** Ends this process with the sentence. */
export function readWanted(known: readonly string[], wanted = process.argv.slice(2)): readonly string[] {
  try {
    requireKnown(wanted, known)
    return wanted
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

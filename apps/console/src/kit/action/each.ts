import { doneOrWaits } from './action.ts'

/** It is what the server is asked at a time. */
const concurrency = 4

export interface Failure<T> {
  readonly row: T
  readonly error: unknown
}

/** Calls once for each row. A failed call keeps no other from being made. @returns what failed, in the order of the rows */
export async function runEach<T>(
  rows: readonly T[],
  run: (row: T) => Promise<unknown>,
  onDone: (row: T) => void,
): Promise<Failure<T>[]> {
  const failures = new Map<T, unknown>()
  const queue = rows.values()
  async function work() {
    for (const row of queue)
      await doneOrWaits(run(row).then(() => null)).then(
        () => onDone(row),
        error => failures.set(row, error),
      )
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return rows.filter(row => failures.has(row)).map(row => ({ row, error: failures.get(row) }))
}

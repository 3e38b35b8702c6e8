const batchRows = 5_000

/** Each statement is short, whatever has piled up: locks are brief, and none reaches its time limit. @returns the sum. */
export async function inBatches(
  change: (limit: number) => Promise<number>,
  limit: number = batchRows,
): Promise<number> {
  for (let sum = 0; ; ) {
    const changed = await change(limit)
    sum += changed
    if (changed < limit) return sum
  }
}

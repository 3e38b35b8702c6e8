/** A posting on a member's balance. */
export interface BalanceLine {
  readonly postingId: number
  /** Correlation id: a correction has that of what it corrects. */
  readonly subject: string
  /** Positive: earned; negative: taken. */
  readonly units: number
}

/** Units of a debit that were taken from an earning. */
export interface Allocation {
  readonly debitId: number
  readonly earningId: number
  readonly units: number
}

/**
 * Cover the debits, oldest first: from earnings of the same subject, then from the oldest. What is left is owed. `lines`
 * are in the order of their time.
 */
export function allocate(lines: readonly BalanceLine[], existing: readonly Allocation[]): Allocation[] {
  const earnings = lines.filter(({ units }) => units > 0)
  const free = new Map(earnings.map(({ postingId, units }) => [postingId, units]))
  const missing = new Map(lines.filter(({ units }) => units < 0).map(line => [line.postingId, -line.units]))
  for (const { debitId, earningId, units } of existing) {
    free.set(earningId, (free.get(earningId) ?? 0) - units)
    missing.set(debitId, (missing.get(debitId) ?? 0) - units)
  }
  const open = earnings.filter(({ postingId }) => free.get(postingId)! > 0)
  let oldest = 0
  const allocations: Allocation[] = []
  const take = (debitId: number, earningId: number) => {
    const units = Math.min(missing.get(debitId)!, free.get(earningId)!)
    if (units <= 0) return
    allocations.push({ debitId, earningId, units })
    missing.set(debitId, missing.get(debitId)! - units)
    free.set(earningId, free.get(earningId)! - units)
  }
  const bySubject = Map.groupBy(open, ({ subject }) => subject)
  for (const { postingId, units, subject } of lines) {
    if (units > 0) continue
    for (const earning of bySubject.get(subject) ?? []) take(postingId, earning.postingId)
    while (missing.get(postingId)! > 0 && oldest < open.length) {
      take(postingId, open[oldest]!.postingId)
      if (free.get(open[oldest]!.postingId)! <= 0) oldest++
    }
  }
  return allocations
}

/**
 * Of groups of subjects (a dine and its components), those of which `paying` debits took a part, and other debits the
 * rest. What `pending` ones took may come back.
 */
export function fullyPaid(
  lines: readonly BalanceLine[],
  allocations: readonly Allocation[],
  debits: {
    readonly paying: ReadonlySet<number>
    readonly pending: ReadonlySet<number>
    groupOf(subject: string): string
  },
): Set<string> {
  const left = new Map<string, number>()
  const paid = new Set<string>()
  const groups = new Map(lines.map(({ postingId, subject }) => [postingId, debits.groupOf(subject)]))
  const add = (group: string, units: number) => left.set(group, (left.get(group) ?? 0) + units)
  for (const { postingId, units } of lines) if (units > 0) add(groups.get(postingId)!, units)
  for (const { debitId, earningId, units } of allocations) {
    const group = groups.get(earningId) ?? ''
    if (!debits.pending.has(debitId)) add(group, -units)
    if (debits.paying.has(debitId)) paid.add(group)
  }
  return new Set([...paid].filter(group => left.get(group)! <= 0))
}

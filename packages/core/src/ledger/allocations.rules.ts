/** A posting on a member's balance. */
export interface BalanceLine {
  readonly postingId: number
  /** It is a correlation id: a correction has that of what it corrects. */
  readonly subject: string
  /** A dine and its components have one; else it is null. */
  readonly dineId: string | null
  /** Positive units are earned, negative ones taken. */
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

/** A reward is a dine with its components, or a reward without one. */
export const rewardOf = ({ dineId, subject }: BalanceLine): string => dineId ?? subject

/**
 * The rewards (`rewardOf`) of which `paying` debits took a part, and other debits the rest. What `pending` ones took may
 * come back.
 */
export function fullyPaid(
  lines: readonly BalanceLine[],
  allocations: readonly Allocation[],
  debits: {
    readonly paying: ReadonlySet<number>
    readonly pending: ReadonlySet<number>
  },
): Set<string> {
  const left = new Map<string, number>()
  const paid = new Set<string>()
  const rewards = new Map(lines.map(line => [line.postingId, rewardOf(line)]))
  const add = (reward: string, units: number) => left.set(reward, (left.get(reward) ?? 0) + units)
  for (const line of lines) if (line.units > 0) add(rewardOf(line), line.units)
  for (const { debitId, earningId, units } of allocations) {
    const reward = rewards.get(earningId) ?? ''
    if (!debits.pending.has(debitId)) add(reward, -units)
    if (debits.paying.has(debitId)) paid.add(reward)
  }
  return new Set([...paid].filter(reward => left.get(reward)! <= 0))
}

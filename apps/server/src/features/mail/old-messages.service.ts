import { days } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import { inBatches } from '../../db/in-batches.ts'
import { clearSentBodies, type Outbox } from '../../db/outbox.ts'

/** Long enough to answer a member who asks what we wrote. */
const keptDays = 90
const outboxes: readonly Outbox[] = ['outgoingMails', 'outgoingTexts', 'outgoingPushes']

/** The rows stay: they say that a member has been told, so that it is not told twice. @returns how many lost their text. */
export async function clearOldMessages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - days(keptDays))
  let cleared = 0
  for (const outbox of outboxes)
    cleared += await inBatches(limit => clearSentBodies(db, outbox, { before, limit }))
  return cleared
}

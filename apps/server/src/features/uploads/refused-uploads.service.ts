import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { SharedLimit } from '../rate-limits/shared-limit.service.ts'

/** More than a person has by mistake; each may keep a core busy for some seconds. */
const maxRefused = 20

export type LimitRefused = <T>(sender: string, read: () => Promise<T>) => Promise<T>

/** The limit is of one sender in an hour, in all processes. @throws `rate_limited` */
export function limitRefusedUploads(db: Db): LimitRefused {
  const refused = new SharedLimit(db, { name: 'refused uploads', max: maxRefused, windowMinutes: 60 })
  return async (sender, read) => {
    // Counted before, so that a crowd of requests does not pass together.
    if (!(await refused.take(sender))) throw new AppError('rate_limited')
    try {
      const result = await read()
      await refused.giveBack(sender)
      return result
    } catch (error) {
      const isOurs =
        error instanceof AppError && (error.code === 'unavailable' || error.code === 'rate_limited')
      if (isOurs) await refused.giveBack(sender)
      throw error
    }
  }
}

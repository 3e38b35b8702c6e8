import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { SharedLimit } from '../rate-limits/shared-limit.service.ts'
import { useAnswer } from './bot-check.service.ts'

/** Calls without a bot check: of one address, and of all visitors of a partner together. */
export interface FreeCalls {
  readonly perAddress: number
  readonly overall: number
  readonly windowMinutes: number
}

export interface GateCall {
  readonly address: string
  readonly answer: string | undefined
  /** Asked past the free calls: a browser that the owner of the account has used needs no bot check. */
  readonly isKnownDevice?: () => Promise<boolean>
}

export interface HumanGate {
  /** Count only free calls. @returns a function that takes the count back. @throws `bot_check_required` past them. */
  pass(ctx: Context, call: GateCall): Promise<() => Promise<void>>
}

/**
 * Require a bot check past a few free calls, against credential stuffing across accounts. All processes count together.
 * @param name Of the calls that are counted together.
 */
export function createHumanGate(db: Db, name: string, free: FreeCalls): HumanGate {
  const { windowMinutes } = free
  const addresses = new SharedLimit(db, { name: `${name}:address`, max: free.perAddress, windowMinutes })
  const partners = new SharedLimit(db, { name: `${name}:partner`, max: free.overall, windowMinutes })
  return {
    async pass(ctx, { address, answer, isKnownDevice }) {
      const { slug } = ctx.partner
      const ofAddress = `${slug} ${address}`
      if (await addresses.take(ofAddress)) {
        if (await partners.take(slug))
          return async () => {
            await addresses.giveBack(ofAddress)
            await partners.giveBack(slug)
          }
        await addresses.giveBack(ofAddress)
      }
      const isAllowed = (await isKnownDevice?.()) || (answer && (await useAnswer(ctx, answer)))
      if (!isAllowed)
        throw new AppError('bot_check_required', answer ? { concern: { reason: 'bot_check_wrong' } } : {})
      return async () => {}
    },
  }
}

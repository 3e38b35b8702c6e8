import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
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
}

export interface HumanGate {
  /** Count only free calls. @returns a function that takes the count back. @throws `bot_check_required` past them. */
  pass(ctx: Context, call: GateCall): Promise<() => void>
}

/** Require a bot check past a few free calls, against credential stuffing across accounts. Counted in this process. */
export function createHumanGate({ perAddress, overall, windowMinutes }: FreeCalls): HumanGate {
  const partners = createCounts(minutes(windowMinutes))
  const addresses = createCounts(minutes(windowMinutes))
  return {
    async pass(ctx, { address, answer }) {
      const now = ctx.clock.now().getTime()
      const ofAll = partners.at(ctx.partner.slug, now)
      const ofAddress = addresses.at(`${ctx.partner.slug} ${address}`, now)
      if (ofAll.calls >= overall || ofAddress.calls >= perAddress) {
        if (!answer || !(await useAnswer(ctx, answer))) throw new AppError('bot_check_required')
        return () => {}
      }
      ofAll.calls++
      ofAddress.calls++
      return () => {
        ofAll.calls--
        ofAddress.calls--
      }
    },
  }
}

interface Count {
  readonly since: number
  calls: number
}

/** More addresses are an attack: the oldest are evicted, and the partner's count still holds. */
const maxAddresses = 50_000

function createCounts(windowMs: number) {
  const counts = new Map<string, Count>()
  return {
    at(key: string, now: number): Count {
      const found = counts.get(key)
      if (found && now >= found.since && now - found.since < windowMs) return found
      const fresh = { since: now, calls: 0 }
      counts.delete(key)
      counts.set(key, fresh)
      const [oldest] = counts.keys()
      if (counts.size > maxAddresses && oldest !== undefined) counts.delete(oldest)
      return fresh
    },
  }
}

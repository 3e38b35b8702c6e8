import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { AppContext } from '../../app-context.ts'
import { altchaChecker } from './altcha.ts'
import { BotCheckError, type BotChecker } from './bot-checker.ts'

/*
 * It is the invisible captcha (shell §5 Captcha), loaded at the second submit of a form or when the server requires it.
 */

/** A token for one call. @throws BotCheckError */
export async function botCheckAnswer(app: Pick<AppContext, 'api' | 'partner'>): Promise<string> {
  const siteKey = recaptchaSiteKey(app.partner)
  if (siteKey === null) return runBotCheck(altchaChecker(app.api))
  const { recaptchaChecker } = await import('./recaptcha.ts')
  return runBotCheck(recaptchaChecker(siteKey))
}

export const pollMs = 500
export const maxNetworkErrors = 10
/** It is the total time for slow networks; ten errors end it sooner. */
const readyWithinMs = 15_000
const answerWithinMs = 60_000

interface Time {
  now(): number
  wait(ms: number): Promise<void>
}
const realTime: Time = { now: Date.now, wait: ms => new Promise(resolve => setTimeout(resolve, ms)) }

/** Poll until it is ready, then get a token. @throws BotCheckError */
export async function runBotCheck(checker: BotChecker, time: Time = realTime): Promise<string> {
  await untilReady(checker, time)
  const late = time.wait(answerWithinMs).then(() => Promise.reject(new BotCheckError('captcha')))
  try {
    return await Promise.race([checker.answer(), late])
  } catch (error) {
    throw error instanceof BotCheckError ? error : new BotCheckError('captcha', { cause: error })
  }
}

async function untilReady(checker: BotChecker, time: Time): Promise<void> {
  const end = time.now() + readyWithinMs
  let networkErrors = 0
  let asked = false
  while (!checker.isReady()) {
    if (networkErrors >= maxNetworkErrors) throw new BotCheckError('captchaNetwork')
    if (time.now() >= end) throw new BotCheckError('captchaNotReady')
    // Check readiness at once, then poll; reload what failed.
    const soon = asked ? never : checker.prepare()
    asked = true
    const looked = soon.catch(() => {
      networkErrors++
      asked = false
      return never
    })
    await Promise.race([looked, time.wait(pollMs)])
  }
}

const never = new Promise<void>(() => {})

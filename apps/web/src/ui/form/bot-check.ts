import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import { useRef } from 'react'
import { errorText } from '../../partner/error-text.ts'
import { useApp } from '../../partner/partner-context.tsx'
import type { BotCheckAnswer } from './form-data.ts'

/**
 * It answers nothing for the first submit, and a bot-check token from the second one on (shell §5 Captcha). @throws
 * BotCheckError.
 */
export function useBotCheckAnswer(): () => Promise<BotCheckAnswer> {
  const app = useApp()
  const submits = useRef(0)
  return async () => {
    if (submits.current++ === 0) return {}
    const { botCheckAnswer } = await import('../../lib/bot-check/bot-check.ts')
    return { [botCheckField]: await botCheckAnswer(app) }
  }
}

/** Adds it to a form. @returns an error message, or null */
export function useBotCheck(): (form: FormData) => Promise<string | null> {
  const app = useApp()
  const answer = useBotCheckAnswer()
  return async form => {
    try {
      for (const [name, text] of Object.entries(await answer())) form.set(name, text)
      return null
    } catch (error) {
      return errorText(app, error)
    }
  }
}

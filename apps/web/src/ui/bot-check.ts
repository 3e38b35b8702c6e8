import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import { useRef } from 'react'
import { errorText } from '../partner/error-text.ts'
import { useApp } from '../partner/partner-context.tsx'

/**
 * From the second submit on, a bot-check token is added to the form (shell §5 Captcha). @returns an error message, or
 * null
 */
export function useBotCheck(): (form: FormData) => Promise<string | null> {
  const app = useApp()
  const submits = useRef(0)
  return async form => {
    if (submits.current++ === 0) return null
    try {
      const { botCheckAnswer } = await import('../lib/bot-check.ts')
      form.set(botCheckField, await botCheckAnswer(app))
      return null
    } catch (error) {
      return errorText(app, error)
    }
  }
}

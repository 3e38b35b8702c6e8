import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import { useRef } from 'react'
import { errorText } from '../partner/error-text.ts'
import { useApp } from '../partner/partner-context.tsx'

/**
 * The human check of a form, unseen: from its second submit on the answer is put into what is sent (shell §5 Captcha).
 * Answers why there is none, in words; null where all is well.
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

import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import type { AppContext } from '../app-context.ts'
import { ApiError } from '../lib/api/api-client.ts'
import { BotCheckError } from '../lib/bot-check/bot-checker.ts'
import { copyWriter } from './partner-context.tsx'

/** The partner's copy for the error code, else the server's message. */
export function errorText(app: AppContext, error: unknown): string {
  const copy = copyWriter(app)
  if (error instanceof BotCheckError) return copy(`validation.${error.problem}`)
  if (!(error instanceof ApiError)) return copy('error.internal')
  if (error.status === 0) return copy('toast.offline')
  const key = `error.${error.code}`
  return Object.hasOwn(app.copy, key) ? copy(key as BrowserCopyKey) : error.message
}

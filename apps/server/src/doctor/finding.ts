import type { FindingSubject } from '@dineward/core/console-system/health.contract.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** A problem also says what to do, or has a remedy. */
  readonly says: string
  readonly remedy?: Remedy
}

/** An operator runs a command for it; the console has a page or a button, or looks again by itself. */
interface Remedy {
  readonly subject: FindingSubject | null
  readonly command: string
  /** The one that can be run again. */
  readonly job?: string
}

export const ok = (check: string, says: string): Finding => ({ check, ok: true, says })
export const problem = (check: string, says: string, remedy?: Remedy): Finding => ({
  check,
  ok: false,
  says,
  ...(remedy ? { remedy } : {}),
})

export const textOf = ({ says, remedy }: Finding): string => (remedy ? `${says} ${remedy.command}` : says)

/** The innermost cause says most: a host that is not known, a certificate, a password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { cause, message } = Object(error) as { cause?: unknown; message?: string }
  return cause ? reasonOf(cause) : message || String(error)
}

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

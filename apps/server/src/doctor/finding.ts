export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** A problem also says what to do. */
  readonly says: string
}

export const ok = (check: string, says: string): Finding => ({ check, ok: true, says })
export const problem = (check: string, says: string): Finding => ({ check, ok: false, says })

/** The innermost cause says most: a host that is not known, a certificate, a password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { cause, message } = Object(error) as { cause?: unknown; message?: string }
  return cause ? reasonOf(cause) : message || String(error)
}

/** Whether a page of this origin may hold the card frame and hear from it. */
export type ParentRule = (origin: string) => boolean

/**
 * `listed` are whole origins. `loopbackPort`, outside production only, stands for the product on this machine:
 * `localhost` and `{slug}.localhost` at that port.
 */
export function parentRule(options: {
  readonly listed: readonly string[]
  readonly loopbackPort: number | null
}): ParentRule {
  const listed = new Set(options.listed)
  return origin => {
    if (listed.has(origin)) return true
    if (options.loopbackPort === null) return false
    const match = /^http:\/\/(?:[a-z0-9-]+\.)?localhost:(\d{1,5})$/.exec(origin)
    return match !== null && Number(match[1]) === options.loopbackPort
  }
}

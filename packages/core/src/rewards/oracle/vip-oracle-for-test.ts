/** The time is after `from` and until `to`, in ms. */
export interface VipTime {
  readonly from: number
  readonly to: number | null
}

/** A year makes a VIP by dines or spend, whichever comes first. */
export function vipTimesOf(
  changes: readonly { readonly at: number; readonly dines: number; readonly cents: number }[],
  { dinesRequired, dollarsRequired }: { readonly dinesRequired: number; readonly dollarsRequired: number },
): VipTime[] {
  let [dines, cents] = [0, 0]
  const times: { from: number; to: number | null }[] = []
  for (const change of [...changes].sort((a, b) => a.at - b.at || b.dines - a.dines)) {
    dines += change.dines
    cents += change.cents
    const isVip = dines >= dinesRequired || (dollarsRequired > 0 && cents >= dollarsRequired * 100)
    const current = times.at(-1)
    if (isVip && current?.to !== null) times.push({ from: change.at, to: null })
    if (!isVip && current?.to === null) current.to = change.at
  }
  return times.filter(({ from, to }) => from !== to)
}

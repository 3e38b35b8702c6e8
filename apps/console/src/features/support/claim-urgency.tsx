import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { Status, type Tone } from '../../ui/status.tsx'

const tones: Record<ConsoleClaim['urgency'], Tone> = {
  overdue: 'bad',
  today: 'warn',
  soon: 'wait',
  later: 'quiet',
  answered: 'quiet',
}

/** By when the member was promised to hear. */
export function ClaimUrgency({ claim: { urgency, daysLeft } }: { claim: ConsoleClaim }) {
  return <Status tone={tones[urgency]}>{urgencyText(daysLeft)}</Status>
}

function urgencyText(daysLeft: number | null): string {
  if (daysLeft === null) return 'Answered'
  if (daysLeft === 0) return 'Today'
  const count = Math.abs(daysLeft)
  const days = `${count} ${count === 1 ? 'day' : 'days'}`
  return daysLeft < 0 ? `${days} late` : `In ${days}`
}

import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { Status, type Tone } from '../../ui/status.tsx'

const tones: Record<ConsoleClaim['urgency'], Tone> = {
  overdue: 'bad',
  due: 'warn',
  later: 'quiet',
  answered: 'quiet',
}

/** By when the member was promised to hear. */
export function ClaimUrgency({ claim: { urgency, daysLeft } }: { claim: ConsoleClaim }) {
  return <Status tone={tones[urgency]}>{urgencyText(daysLeft)}</Status>
}

function urgencyText(daysLeft: number | null): string {
  if (daysLeft === null) return 'Answered'
  if (daysLeft === 0) return 'Due today'
  if (daysLeft === 1) return 'Due tomorrow'
  const count = Math.abs(daysLeft)
  return daysLeft > 0 ? `Due in ${count} days` : `Overdue ${count} ${count === 1 ? 'day' : 'days'}`
}

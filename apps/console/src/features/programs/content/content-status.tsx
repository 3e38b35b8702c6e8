import type { ContentState } from '@dineward/core/console-programs/content.contract.ts'
import { Status, type Tone } from '../../../ui/status.tsx'

const states: Readonly<Record<ContentState, readonly [Tone, string]>> = {
  shipped: ['quiet', 'As shipped'],
  shown: ['good', 'Shown'],
  scheduled: ['wait', 'Scheduled'],
  draft: ['warn', 'Draft'],
  removed: ['bad', 'Removed'],
  ended: ['quiet', 'Ended'],
  replaced: ['quiet', 'Replaced'],
}

export function ContentStatus({ state }: { state: ContentState }) {
  const [tone, label] = states[state]
  return <Status tone={tone}>{label}</Status>
}

import type { ImportRow, ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { Tone } from '../../ui/status.tsx'

export const stateWords: Record<ImportRun['state'], { label: string; tone: Tone }> = {
  reading: { label: 'Being read', tone: 'wait' },
  read: { label: 'Ready to apply', tone: 'warn' },
  applying: { label: 'Being applied', tone: 'wait' },
  stopped: { label: 'Stopped', tone: 'warn' },
  applied: { label: 'Applied', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

export const outcomeWords: Record<ImportRow['outcome'], { label: string; tone: Tone }> = {
  added: { label: 'New', tone: 'good' },
  updated: { label: 'Changed', tone: 'wait' },
  unchanged: { label: 'Unchanged', tone: 'quiet' },
  refused: { label: 'Refused', tone: 'bad' },
}

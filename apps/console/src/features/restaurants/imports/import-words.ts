import type { ImportRow, ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { Tone } from '../../../ui/status.tsx'

interface Words {
  readonly label: string
  readonly tone: Tone
}

const stateWords: Record<ImportRun['state'], Words> = {
  reading: { label: 'Being read', tone: 'wait' },
  mapping: { label: 'Columns to choose', tone: 'warn' },
  read: { label: 'Ready to apply', tone: 'warn' },
  applying: { label: 'Being applied', tone: 'wait' },
  stopped: { label: 'Stopped', tone: 'warn' },
  applied: { label: 'Applied', tone: 'good' },
  undoing: { label: 'Being undone', tone: 'wait' },
  undone: { label: 'Undone', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Photos are fetched after the last row. */
export function stateWordsOf(run: ImportRun): Words {
  const isFetching = run.state === 'applying' && rowsLeft(run) === 0
  return isFetching ? { label: 'Fetching photos', tone: 'wait' } : stateWords[run.state]
}

export const rowsLeft = ({ counts: { added, updated, applied } }: ImportRun): number =>
  added + updated - applied

export const outcomeWords: Record<ImportRow['outcome'] | NonNullable<ImportRow['undo']>, Words> = {
  undone: { label: 'Put back', tone: 'quiet' },
  kept: { label: 'Kept', tone: 'warn' },
  added: { label: 'New', tone: 'good' },
  updated: { label: 'Changed', tone: 'wait' },
  unchanged: { label: 'Unchanged', tone: 'quiet' },
  refused: { label: 'Refused', tone: 'bad' },
}

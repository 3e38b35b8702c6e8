import type {
  ConsoleHold,
  getConsoleHold,
  getConsoleHolds,
  postConsoleHoldAssignee,
  postConsoleHoldDecision,
} from '@dineward/core/holds/holds.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { read, readPages } from '../../lib/read.ts'
import type { Tone } from '../../ui/status.tsx'

export type HoldFilters = NonNullable<ContractRequest<typeof getConsoleHolds>['query']>

export const holdsQuery = (query: HoldFilters) =>
  readPages<typeof getConsoleHolds>(['holds', query], '/api/Console/Holds', { query }, ({ after }) => after)

export const holdQuery = (id: string) =>
  read<typeof getConsoleHold>(['holds', 'one', id], '/api/Console/Holds/:id', { params: { id } })

export const holdStates: Readonly<Record<ConsoleHold['state'], { label: string; tone: Tone }>> = {
  open: { label: 'Waits', tone: 'wait' },
  released: { label: 'Released', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  closed: { label: 'Closed', tone: 'quiet' },
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['holds'] })

/** @returns the sentence that the toast shows. @throws ApiError, also where it waits for a second person */
export async function decideHold(
  id: string,
  decision: 'release' | 'refuse',
  reason: string,
): Promise<string> {
  const path = '/api/Console/Holds/:id/Decision'
  const body = { [decision]: true as const, reason }
  // The refresh is also needed where someone else answered first.
  await api<typeof postConsoleHoldDecision>('POST', path, { params: { id }, body }).finally(refresh)
  return decision === 'release'
    ? 'Released. The reward is posted at the date of the dine.'
    : 'Refused. The member reads your reason.'
}

/** @returns the sentence that the toast shows. */
export async function assignHold(
  id: string,
  body: { readonly assignee: string | null; readonly before: string | null },
): Promise<string> {
  const path = '/api/Console/Holds/:id/Assignee'
  const assigned = api<typeof postConsoleHoldAssignee>('POST', path, { params: { id }, body })
  const { hold } = await assigned.finally(refresh)
  return hold.assignee ? `Taken by ${hold.assignee.name}.` : 'Taken by no one.'
}

import type { postConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import type {
  getConsoleClaim,
  getConsoleClaims,
  postConsoleClaimAssignee,
  postConsoleClaimDecision,
  postConsoleClaimNote,
} from '@dineward/core/console-support/claims.contract.ts'
import type {
  getConsoleMember,
  getConsoleMemberTransactions,
  postConsoleMemberSearch,
} from '@dineward/core/console-support/members.contract.ts'
import type {
  getConsoleMemberTimeline,
  TimelineKind,
} from '@dineward/core/console-support/timeline.contract.ts'
import type {
  getConsoleTransaction,
  postConsoleTransactionAnswer,
} from '@dineward/core/console-support/transactions.contract.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const memberSearchQuery = (query: string, partner: string) =>
  queryOptions({
    queryKey: ['support', 'search', query, partner],
    queryFn: ({ signal }) =>
      api<typeof postConsoleMemberSearch>(
        'POST',
        '/api/Console/Members/Search',
        { body: { query, partner: partner || undefined } },
        { signal },
      ),
    enabled: query.trim() !== '',
    placeholderData: keepPreviousData,
  })

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'member', id],
    queryFn: async () =>
      (await api<typeof getConsoleMember>('GET', '/api/Console/Members/:id', { params: { id } })).member,
  })

/** The page of a member has more below it. */
const timelinePage = 20

export const timelineQuery = (id: string, kinds: readonly TimelineKind[]) =>
  infiniteQueryOptions({
    queryKey: ['support', 'member', id, 'timeline', kinds],
    queryFn: ({ pageParam }) =>
      api<typeof getConsoleMemberTimeline>('GET', '/api/Console/Members/:id/Timeline', {
        params: { id },
        query: { kinds: kinds.join(',') || undefined, after: pageParam, limit: timelinePage },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    placeholderData: keepPreviousData,
  })

const transactionsPerPage = 100

export const memberTransactionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['support', 'member', id, 'transactions'],
    queryFn: ({ pageParam }) =>
      api<typeof getConsoleMemberTransactions>('GET', '/api/Console/Members/:id/Transactions', {
        params: { id },
        query: { pageNo: pageParam, resultsPerPage: transactionsPerPage },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, _pages, pageNo) => (pageNo < totalPages ? pageNo + 1 : null),
  })

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'transaction', id],
    queryFn: async () =>
      (await api<typeof getConsoleTransaction>('GET', '/api/Console/Transactions/:id', { params: { id } }))
        .transaction,
  })

export interface ClaimFilters {
  readonly state: 'open' | 'answered'
  readonly partner: string
  readonly assignee: 'me' | 'none' | undefined
}

export const claimsQuery = ({ state, partner, assignee }: ClaimFilters) =>
  infiniteQueryOptions({
    queryKey: ['support', 'claims', state, partner, assignee],
    queryFn: ({ pageParam }) =>
      api<typeof getConsoleClaims>('GET', '/api/Console/Claims', {
        query: { state, partner: partner || undefined, assignee, after: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
  })

export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'claim', id],
    queryFn: () => api<typeof getConsoleClaim>('GET', '/api/Console/Claims/:id', { params: { id } }),
  })

/** @returns the sentence that the toast shows. @throws ApiError */
export async function mailTransactionAnswer(
  id: string,
  body: { readonly text: string; readonly reason: string },
): Promise<string> {
  const path = '/api/Console/Transactions/:id/Answer'
  const { sent } = await api<typeof postConsoleTransactionAnswer>('POST', path, { params: { id }, body })
  await refresh()
  if (!sent)
    throw new Error(
      'Nothing was mailed: mails to this member are held back, or the address is not confirmed.',
    )
  return 'The mail is on its way.'
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['support'] })

/** @returns the sentence that the toast shows. */
export async function assignClaim(
  id: string,
  body: { readonly assignee: string | null; readonly before: string | null },
): Promise<string> {
  const path = '/api/Console/Claims/:id/Assignee'
  const assigned = api<typeof postConsoleClaimAssignee>('POST', path, { params: { id }, body })
  // The refresh is also needed where someone else was first.
  const { claim } = await assigned.finally(refresh)
  return claim.assignee ? `Taken by ${claim.assignee.name}.` : 'Taken by no one.'
}

export async function noteClaim(id: string, text: string): Promise<string> {
  const path = '/api/Console/Claims/:id/Notes'
  await api<typeof postConsoleClaimNote>('POST', path, { params: { id }, body: { text } })
  await refresh()
  return 'The note is added.'
}

export async function decideClaim(
  id: string,
  body: { readonly approve: boolean; readonly amount?: string; readonly reason: string },
) {
  const path = '/api/Console/Claims/:id/Decision'
  try {
    return (await api<typeof postConsoleClaimDecision>('POST', path, { params: { id }, body })).claim
  } finally {
    // The refresh is also needed where someone else answered first.
    await refresh()
  }
}

export async function requestAdjustment(
  body: {
    readonly memberId: string
    readonly units: number
    readonly reason: string
    readonly transactionId?: string
  },
  idempotencyKey: string,
) {
  const path = '/api/Console/Adjustments'
  const { adjustment } = await api<typeof postConsoleAdjustment>('POST', path, { body }, { idempotencyKey })
  await refresh()
  return adjustment
}

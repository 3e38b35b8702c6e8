import type {
  getInbox,
  getInboxKinds,
  postInboxRetry,
  postInboxRetryAll,
} from '@dineward/core/console-system/inbox.contract.ts'
import type { ContractRequest, ContractResponse } from '@dineward/core/shared/contract.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type EventKind = ContractResponse<typeof getInboxKinds>['items'][number]
export type InboxFilters = NonNullable<ContractRequest<typeof getInbox>['query']>

export const inboxQuery = (filters: InboxFilters) =>
  infiniteQueryOptions({
    queryKey: ['inbox', filters],
    queryFn: ({ pageParam, signal }) =>
      api<typeof getInbox>(
        'GET',
        '/api/Console/System/Inbox',
        { query: { ...filters, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

export const inboxKindsQuery = (partner: string) =>
  queryOptions({
    queryKey: ['inbox', 'kinds', partner],
    queryFn: async () =>
      (
        await api<typeof getInboxKinds>('GET', '/api/Console/System/Inbox/Kinds', {
          query: partner ? { partner } : {},
        })
      ).items,
  })

export const retryEvent = (id: number, reason: string) =>
  api<typeof postInboxRetry>('POST', '/api/Console/System/Inbox/:id/Retry', {
    params: { id },
    body: { reason },
  })

export const retryKind = (
  { status, reasonCode }: EventKind,
  { partner, reason }: { partner: string; reason: string },
) =>
  api<typeof postInboxRetryAll>('POST', '/api/Console/System/Inbox/RetryAll', {
    body: {
      status: status === 'refused' ? 'refused' : 'parked',
      reasonCode,
      reason,
      ...(partner ? { partner } : {}),
    },
  })

/** "processing_failed" becomes "processing failed". */
export const wordsOf = (code: string | null): string => code?.replaceAll('_', ' ') ?? 'no reason given'

export const retriedWords = (count: number): string =>
  count === 1 ? 'One event is processed again.' : `${count} events are processed again.`

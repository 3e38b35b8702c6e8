import type {
  getMessageCounts,
  getMessages,
  postMessageRetry,
} from '@dineward/core/console-system/messages.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

type MessageFilters = Omit<ContractRequest<typeof getMessages>['query'], 'after'>

export const messagesQuery = (filters: MessageFilters) =>
  infiniteQueryOptions({
    queryKey: ['messages', filters],
    queryFn: ({ pageParam, signal }) =>
      api<typeof getMessages>(
        'GET',
        '/api/Console/System/Messages',
        { query: { ...filters, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const messageCountsQuery = (partner: string) =>
  queryOptions({
    queryKey: ['messages', 'counts', partner],
    queryFn: async () =>
      (
        await api<typeof getMessageCounts>('GET', '/api/Console/System/Messages/Counts', {
          query: partner ? { partner } : {},
        })
      ).items,
  })

export const retryMessages = (body: ContractRequest<typeof postMessageRetry>['body']) =>
  api<typeof postMessageRetry>('POST', '/api/Console/System/Messages/Retry', { body })

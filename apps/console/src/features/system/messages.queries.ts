import type {
  getMessageCounts,
  getMessages,
  postMessageRetry,
} from '@dineward/core/console-system/messages.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { readPages } from '../../lib/read.ts'

type MessageFilters = Omit<ContractRequest<typeof getMessages>['query'], 'after'>

export const messagesQuery = (query: MessageFilters) =>
  readPages<typeof getMessages>(
    ['messages', query],
    '/api/Console/System/Messages',
    { query },
    ({ next }) => next,
  )

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

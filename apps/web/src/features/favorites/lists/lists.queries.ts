import type * as contract from '@dineward/core/favorites/lists.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'
import { toListed } from '../../../lib/listed-merchant.ts'

export type MemberList = contract.MemberList

export function listsQuery({ api }: AppContext, merchantId: string | null = null) {
  return queryOptions({
    queryKey: ['lists', merchantId],
    queryFn: async () => {
      const query = merchantId === null ? {} : { merchantId }
      return (await api.call<typeof contract.getLists>('GET', '/api/Member/Lists', { query })).items
    },
  })
}

export function listQuery({ api }: AppContext, listId: string) {
  return queryOptions({
    queryKey: ['list', listId],
    queryFn: async () => {
      const { list, items } = await api.call<typeof contract.getList>('GET', '/api/Member/Lists/:listId', {
        params: { listId },
      })
      return { list, merchants: items.map(toListed) }
    },
  })
}

export function sharedListQuery(app: AppContext, shareId: string) {
  return queryOptions({
    queryKey: ['shared-list', app.hasSession(), shareId],
    queryFn: async () => {
      const { items, ...shared } = await app.api.call<typeof contract.getSharedList>(
        'GET',
        '/api/Lists/:shareId',
        { params: { shareId } },
      )
      return { ...shared, merchants: items.map(toListed) }
    },
  })
}

export async function createList(app: AppContext, name: string): Promise<MemberList> {
  const { list } = await app.api.call<typeof contract.createList>('POST', '/api/Member/Lists', {
    body: { name },
  })
  await refresh(app)
  return list
}

export async function renameList(app: AppContext, listId: string, name: string): Promise<void> {
  await app.api.call<typeof contract.renameList>('PUT', '/api/Member/Lists/:listId', {
    params: { listId },
    body: { name },
  })
  await refresh(app)
}

export async function deleteList(app: AppContext, listId: string): Promise<void> {
  await app.api.call<typeof contract.deleteList>('DELETE', '/api/Member/Lists/:listId', {
    params: { listId },
  })
  // The page of the list is still open, and would ask for it again.
  await app.queryClient.invalidateQueries({ queryKey: ['lists'] })
}

interface ListPlace {
  readonly listId: string
  readonly merchantId: string
}

export async function setPlace(app: AppContext, params: ListPlace, hasPlace: boolean): Promise<void> {
  const path = '/api/Member/Lists/:listId/Places/:merchantId'
  if (hasPlace) await app.api.call<typeof contract.addPlace>('PUT', path, { params })
  else await app.api.call<typeof contract.removePlace>('DELETE', path, { params })
  await refresh(app)
}

export async function setShared(app: AppContext, listId: string, isShared: boolean): Promise<void> {
  const path = '/api/Member/Lists/:listId/Share'
  const params = { listId }
  if (isShared) await app.api.call<typeof contract.shareList>('PUT', path, { params })
  else await app.api.call<typeof contract.unshareList>('DELETE', path, { params })
  await refresh(app)
}

export async function copyList(app: AppContext, shareId: string): Promise<MemberList> {
  const { list } = await app.api.call<typeof contract.copyList>('POST', '/api/Member/Lists/Copies', {
    body: { shareId },
  })
  await refresh(app)
  return list
}

export const listPath = ({ id }: Pick<MemberList, 'id'>) => `/account/lists/${encodeURIComponent(id)}`

async function refresh({ queryClient }: AppContext): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['lists'] }),
    queryClient.invalidateQueries({ queryKey: ['list'] }),
  ])
}

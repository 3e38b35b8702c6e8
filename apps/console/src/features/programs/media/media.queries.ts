import type { getConsoleMedia, MediaPicture } from '@dineward/core/console-programs/media.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, api } from '../../../lib/api.ts'

export const mediaQuery = (slug: string) =>
  queryOptions({
    queryKey: ['programs', slug, 'media'],
    queryFn: async () => {
      const path = '/api/Console/Programs/:slug/Media'
      return (await api<typeof getConsoleMedia>('GET', path, { params: { slug } })).pictures
    },
  })

/** Another file has another address, so that browsers do not show the one before. */
export const mediaFile = (slug: string, { id, code }: Pick<MediaPicture, 'id' | 'code'>): string =>
  addressOf('/api/Console/Programs/:slug/Media/:id/File', { params: { slug, id }, query: { v: code } })

import type {
  getConsoleContent,
  getConsoleContentEntry,
} from '@dineward/core/console-programs/content.contract.ts'
import type {
  getConsolePrograms,
  getConsoleTheme,
} from '@dineward/core/console-programs/programs.contract.ts'
import type {
  getConsoleProgramHistory,
  getConsoleSettings,
} from '@dineward/core/console-programs/settings.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { read, readPages } from '../../lib/read.ts'

export const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: async () => (await api<typeof getConsolePrograms>('GET', '/api/Console/Programs', {})).programs,
})

export const settingsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['programs', slug, 'settings'],
    queryFn: async () => {
      const path = '/api/Console/Programs/:slug/Settings'
      return (await api<typeof getConsoleSettings>('GET', path, { params: { slug } })).settings
    },
  })

export const themeQuery = (slug: string) =>
  read<typeof getConsoleTheme>(['programs', slug, 'theme'], '/api/Console/Programs/:slug/Theme', {
    params: { slug },
  })

export const contentQuery = (slug: string) =>
  queryOptions({
    queryKey: ['programs', slug, 'content'],
    queryFn: async () => {
      const path = '/api/Console/Programs/:slug/Content'
      return (await api<typeof getConsoleContent>('GET', path, { params: { slug } })).entries
    },
  })

export const entryQuery = (slug: string, kind: string, entry: string) =>
  queryOptions({
    queryKey: ['programs', slug, 'content', kind, entry],
    queryFn: async () => {
      const path = '/api/Console/Programs/:slug/Content/:kind/:entry'
      const request = { params: { slug, kind, entry } }
      return (await api<typeof getConsoleContentEntry>('GET', path, request)).entry
    },
  })

/** @param subject all of the program's without it */
export const historyQuery = (slug: string, subject?: string) =>
  readPages<typeof getConsoleProgramHistory>(
    ['programs', slug, 'history', subject ?? ''],
    '/api/Console/Programs/:slug/History',
    { params: { slug }, query: { subject } },
    ({ next }) => next,
  )

/** After a write: everything about programs, and what the session says of them. */
export async function programsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['programs'] }),
    queryClient.invalidateQueries({ queryKey: ['session'] }),
  ])
}

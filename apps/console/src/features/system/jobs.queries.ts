import type { getJobRuns, getJobs, postJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async () => (await api<typeof getJobs>('GET', '/api/Console/System/Jobs', {})).items,
})

export const jobRunsQuery = (name: string) =>
  queryOptions({
    queryKey: ['job-runs', name],
    queryFn: async () =>
      (await api<typeof getJobRuns>('GET', '/api/Console/System/Jobs/:name/Runs', { params: { name } }))
        .items,
    enabled: name !== '',
  })

export const runJob = (name: string, reason: string) =>
  api<typeof postJobRun>('POST', '/api/Console/System/Jobs/:name/Run', { params: { name }, body: { reason } })

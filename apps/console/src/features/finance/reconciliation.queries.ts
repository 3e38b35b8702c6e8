import type {
  DifferenceState,
  getNetworkDifferences,
  getReconciliations,
  NetworkDifference,
  postNetworkDifference,
  postReconciliation,
  postReconciliationPreview,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { readPages } from '../../lib/read.ts'
import { uploadFile } from '../../lib/upload-file.ts'
import { financeKey } from './finance.queries.ts'

const pageSize = 200

export const reconciliationsQuery = queryOptions({
  queryKey: [...financeKey, 'reconciliations'],
  queryFn: async ({ signal }) =>
    (await api<typeof getReconciliations>('GET', '/api/Console/Finance/Reconciliations', {}, { signal }))
      .items,
})

export interface DifferenceFilters {
  readonly state: DifferenceState | undefined
  /** It is an id, or empty for differences of every file. */
  readonly reconciliation: string
}

export const differencesQuery = ({ state, reconciliation }: DifferenceFilters) =>
  readPages<typeof getNetworkDifferences>(
    [...financeKey, 'differences', state, reconciliation],
    '/api/Console/Finance/NetworkDifferences',
    { query: { state, reconciliation } },
    ({ items }) => (items.length < pageSize ? null : items.at(-1)?.id),
  )

export interface ChosenFile {
  readonly network: CardNetwork
  readonly file: File
}

const withoutProgress = () => undefined

export const previewFile = ({ network, file }: ChosenFile) =>
  uploadFile<typeof postReconciliationPreview>(
    '/api/Console/Finance/Reconciliations/Preview',
    { query: { network, fileName: file.name } },
    file,
    withoutProgress,
  )

export const recordFile = ({ network, file }: ChosenFile) =>
  uploadFile<typeof postReconciliation>(
    '/api/Console/Finance/Reconciliations',
    { query: { network, fileName: file.name } },
    file,
    withoutProgress,
  )

/** @throws ApiError `changed_meanwhile` */
export const changeDifference = (
  { id, version }: NetworkDifference,
  change: { readonly state: DifferenceState; readonly reason: string },
) =>
  api<typeof postNetworkDifference>('POST', '/api/Console/Finance/NetworkDifferences/:id', {
    params: { id },
    body: { ...change, version },
  })

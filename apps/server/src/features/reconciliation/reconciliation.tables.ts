import type {
  DifferenceState,
  FoundDifference,
  ListedReconciliation,
  ReconciliationCounts,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ReconciliationTables {
  reconciliations: ReconciliationsTable
  networkDifferences: NetworkDifferencesTable
}

export interface ReconciliationsTable {
  id: string
  network: CardNetwork
  fileName: string
  /** This is a SHA-256 hash. */
  fileHash: string
  counts: Json<ReconciliationCounts>
  refused: ColumnType<ListedReconciliation['refused'], string, string>
  createdBy: string
  createdAt: Timestamp
  checkedAt: Timestamp
}

export interface NetworkDifferencesTable {
  id: Generated<number>
  network: CardNetwork
  movement: string
  transactionId: string
  kind: FoundDifference['kind']
  line: number | null
  inFile: ColumnType<FoundDifference['inFile'], string | null, string | null>
  arrived: ColumnType<FoundDifference['arrived'], string | null, string | null>
  reconciliationId: string
  state: Generated<DifferenceState>
  reason: string | null
  /** It is null where a later file agreed. */
  decidedBy: string | null
  decidedAt: NullableTimestamp
  version: Generated<number>
  createdAt: Timestamp
}

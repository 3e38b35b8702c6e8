import type { Json, Timestamp } from '../../db/column-types.ts'

export interface PartnerTables {
  partnerOverrides: PartnerOverridesTable
}

export interface PartnerOverridesTable {
  partnerId: string
  settings: Json<Record<string, unknown>>
  updatedAt: Timestamp
}

import type { PartnerSettings } from '@dineward/core/partner/settings/partner-settings.ts'
import type { ColumnType } from 'kysely'
import type { Json, Timestamp } from '../../db/column-types.ts'

export interface PartnerTables {
  partnerOverrides: PartnerOverridesTable
  storedPartners: StoredPartnersTable
  rateVersions: RateVersionsTable
}

export interface PartnerOverridesTable {
  partnerId: string
  settings: Json<Record<string, unknown>>
  theme: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  updatedAt: Timestamp
}

/** What a folder of `partners/` would hold. */
export interface StoredPartnersTable {
  partnerId: string
  settings: Json<Record<string, unknown>>
  theme: Json<Record<string, unknown>>
  copy: Json<Record<string, unknown>>
  logo: string
  logoMark: string
  createdAt: Timestamp
}

/** The setting `rewards`, and others that a day goes by, since an instant. */
export interface RateVersionsTable {
  partnerId: string
  validFrom: Timestamp
  rates: Json<PartnerSettings['rewards']>
  /** Null means the requirement of the row before. */
  vipQualification: Json<PartnerSettings['vipQualification']> | null
  /** This is the setting `merchantFee`; null means the fee of the row before. */
  merchantFeeBasisPoints: number | null
  cause: 'first' | 'folder' | 'setting'
  recordedAt: Timestamp
}

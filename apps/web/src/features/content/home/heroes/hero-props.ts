import type { Member } from '@dineward/core/members/members.contract.ts'
import type { ReactNode } from 'react'
import type { ListedMerchant } from '../../../../lib/listed-merchant.ts'

export interface HeroProps {
  readonly member: Member | null
  readonly merchants: readonly ListedMerchant[]
  readonly title: string
  readonly text: string
  readonly emphasis: 'places' | 'earning'
  readonly searchBox: ReactNode
}

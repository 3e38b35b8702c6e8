import type { Timestamp } from '../../db/column-types.ts'

export interface FavoritesTables {
  memberFavorites: MemberFavoritesTable
}

export interface MemberFavoritesTable {
  partnerId: string
  memberId: string
  merchantId: string
  addedAt: Timestamp
}

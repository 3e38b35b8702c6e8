import type { Timestamp } from '../../db/column-types.ts'

export interface FavoritesTables {
  memberFavorites: MemberFavoritesTable
  memberLists: MemberListsTable
  memberListPlaces: MemberListPlacesTable
}

export interface MemberFavoritesTable {
  partnerId: string
  memberId: string
  merchantId: string
  addedAt: Timestamp
}

export interface MemberListsTable {
  partnerId: string
  id: string
  memberId: string
  name: string
  createdAt: Timestamp
  /** The end of its public address; null where it is not shared. */
  shareId: string | null
}

export interface MemberListPlacesTable {
  partnerId: string
  listId: string
  merchantId: string
  addedAt: Timestamp
}

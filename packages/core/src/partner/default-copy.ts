import { accountCopy } from './copy/account-copy.ts'
import { appCopy } from './copy/app-copy.ts'
import { cardsCopy } from './copy/cards-copy.ts'
import { claimScreensCopy } from './copy/claim-screens-copy.ts'
import { claimsCopy } from './copy/claims-copy.ts'
import { contentCopy } from './copy/content-copy.ts'
import { devicesCopy } from './copy/devices-copy.ts'
import { homeCopy } from './copy/home-copy.ts'
import { joinCopy } from './copy/join-copy.ts'
import { layoutCopy } from './copy/layout-copy.ts'
import { listsCopy } from './copy/lists-copy.ts'
import { mailCopy } from './copy/mail-copy.ts'
import { mapCopy } from './copy/map-copy.ts'
import { merchantCopy } from './copy/merchant-copy.ts'
import { notificationsCopy, pushCopy } from './copy/notifications-copy.ts'
import { pagesCopy } from './copy/pages-copy.ts'
import { passesCopy } from './copy/passes-copy.ts'
import { passkeysCopy } from './copy/passkeys-copy.ts'
import { promptsCopy } from './copy/prompts-copy.ts'
import { reasonCopy } from './copy/reason-copy.ts'
import { reservationCopy } from './copy/reservation-copy.ts'
import { reviewsCopy } from './copy/reviews-copy.ts'
import { searchCopy } from './copy/search-copy.ts'
import { signInProvidersCopy } from './copy/sign-in-providers-copy.ts'
import { trackingCopy } from './copy/tracking-copy.ts'
import { errorCopy, validationCopy } from './copy/validation-copy.ts'
import { votesCopy } from './copy/votes-copy.ts'

/** To add a key, add a line to the area's file. */
export const copyAreas = {
  layoutCopy,
  homeCopy,
  searchCopy,
  listsCopy,
  votesCopy,
  merchantCopy,
  reservationCopy,
  reviewsCopy,
  mapCopy,
  joinCopy,
  accountCopy,
  devicesCopy,
  passesCopy,
  passkeysCopy,
  signInProvidersCopy,
  notificationsCopy,
  pushCopy,
  cardsCopy,
  claimScreensCopy,
  claimsCopy,
  validationCopy,
  errorCopy,
  reasonCopy,
  mailCopy,
  contentCopy,
  promptsCopy,
  appCopy,
  trackingCopy,
  pagesCopy,
} as const

export const defaultCopy = {
  ...layoutCopy,
  ...homeCopy,
  ...searchCopy,
  ...listsCopy,
  ...votesCopy,
  ...merchantCopy,
  ...reservationCopy,
  ...reviewsCopy,
  ...mapCopy,
  ...joinCopy,
  ...accountCopy,
  ...devicesCopy,
  ...passesCopy,
  ...passkeysCopy,
  ...signInProvidersCopy,
  ...notificationsCopy,
  ...pushCopy,
  ...cardsCopy,
  ...claimScreensCopy,
  ...claimsCopy,
  ...validationCopy,
  ...errorCopy,
  ...reasonCopy,
  ...mailCopy,
  ...contentCopy,
  ...promptsCopy,
  ...appCopy,
  ...trackingCopy,
  ...pagesCopy,
} as const

export type CopyKey = keyof typeof defaultCopy
export type Copy = Readonly<Record<CopyKey, string>>
export type CopyOverrides = Readonly<Partial<Record<CopyKey, string>>>

/** The server fills these in. */
const serverCopy = { ...mailCopy, ...pushCopy, ...claimsCopy, ...reviewsCopy, ...reasonCopy }

export type BrowserCopyKey = Exclude<CopyKey, keyof typeof serverCopy>
export type BrowserCopy = Readonly<Record<BrowserCopyKey, string>>

export function toBrowserCopy(copy: Copy): BrowserCopy {
  return Object.fromEntries(
    Object.entries(copy).filter(([key]) => !Object.hasOwn(serverCopy, key)),
  ) as BrowserCopy
}

import { hasNotJoined, isCardMember, isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { withKnownParams } from '@dineward/core/pages/page-params.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import {
  canSelfEnroll,
  hasEnrollment,
  signInPath,
  usesSingleSignOn,
  type WithSettings,
} from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../../lib/navigation/join-path.ts'
import { returnPathIn, sameSitePath, withReturnPath } from '../../../lib/navigation/return-path.ts'

export type MemberType = Member['memberType']

/** Known visitors are anonymous here. */
export type Visitor = { readonly memberType: MemberType } | null

export interface NavigationLink {
  readonly to: string
  readonly words: BrowserCopyKey
}

/** It is the state of navigation bar, main menu and footer (shell §2.4, §2.5). */
export interface Navigation {
  /** It is `current` on the search page, where the magnifier is disabled and marked. */
  readonly search: 'link' | 'current' | 'hidden'
  /** It is false on enrollment pages. */
  readonly mainMenu: boolean
  readonly memberMenu: boolean
  /** Wide screens ask "Already a member?". */
  readonly alreadyMember: boolean
  readonly signIn: (NavigationLink & { readonly wideOnly: boolean }) | null
  readonly join: NavigationLink | null
  readonly signOut: { readonly words: 'nav.signOut' | 'nav.signOutOf'; readonly wideOnly: boolean } | null
  /** They are the first and last group of the main menu; content comes between. */
  readonly drawer: { readonly account: readonly NavigationLink[]; readonly signOut: boolean }
  /** Appended to the footer's primary links. */
  readonly footer: NavigationLink | null
}

interface Here {
  readonly partner: WithSettings<'enrollmentType'>
  readonly member: Visitor
  readonly pathname: string
  readonly search?: string
}

const account: NavigationLink = { to: '/account/overview', words: 'nav.account' }

export function navigationOf(here: Here): Navigation {
  const { member, pathname } = here
  const joining = isEnrollmentPage(here)
  return {
    search: searchOf(pathname),
    mainMenu: !joining,
    memberMenu: isCardMember(member) && !joining,
    ...(joining ? whileJoining(here) : elsewhere(here)),
    drawer: { account: accountGroup(here), signOut: member !== null },
    footer: footerLink(here),
  }
}

/** The enrollment steps lead only back, or out. */
function isEnrollmentPage({ partner, pathname }: Here): boolean {
  return hasEnrollment(partner) && ['/join', '/join_rate', '/add_card', '/card_added'].includes(pathname)
}

/** The discover page has its own search. */
function searchOf(pathname: string): Navigation['search'] {
  if (pathname.includes('/discover')) return 'hidden'
  return pathname === '/search' ? 'current' : 'link'
}

type Ways = Pick<Navigation, 'alreadyMember' | 'signIn' | 'join' | 'signOut'>
const noWays: Ways = { alreadyMember: false, signIn: null, join: null, signOut: null }

/** New members are not asked whether they are members. */
function whileJoining(here: Here): Ways {
  const { partner, member } = here
  if (member) {
    const words = usesSingleSignOn(partner) ? 'nav.signOutOf' : 'nav.signOut'
    return { ...noWays, signOut: { words, wideOnly: false } }
  }
  const to = canSelfEnroll(partner) ? signInAndBack(here) : null
  return to === null
    ? noWays
    : { ...noWays, alreadyMember: true, signIn: { to, words: 'nav.signIn', wideOnly: false } }
}

/** A closed account cannot join again; every page shows how to reopen it. */
function elsewhere(here: Here): Ways {
  const { partner, member } = here
  if (isCardMember(member)) return noWays
  if (isClosed(member)) return { ...noWays, signOut: { words: 'nav.signOut', wideOnly: false } }
  const to = signInAndBack(here)
  const signIn = canSelfEnroll(partner) && !member && to !== null
  return {
    ...noWays,
    signIn: signIn ? { to, words: 'nav.signIn', wideOnly: true } : null,
    join: joinLink(here),
    signOut: member ? { words: 'nav.signOut', wideOnly: true } : null,
  }
}

/** Visitors get join and, with own sign-in, sign in. Members get their account, or the missing card. */
function accountGroup(here: Here): NavigationLink[] {
  const { partner, member } = here
  if (isCardMember(member)) return [account]
  if (isClosed(member)) return []
  const join = joinLink(here)
  const to = signInAndBack(here)
  const signIn: NavigationLink[] =
    canSelfEnroll(partner) && !member && to !== null ? [{ to, words: 'nav.signIn' }] : []
  return join ? [join, ...signIn] : []
}

/** With the partner's sign-in, joining and signing in are the same until the partner identifies the visitor. */
function joinLink(here: Here): NavigationLink | null {
  const { partner, member } = here
  const signsIn = usesSingleSignOn(partner) && !member
  const to = signsIn ? signInAndBack(here) : joinPath(partner, member)
  return to === null ? null : { to, words: signsIn ? 'nav.joinOrSignIn' : 'nav.join' }
}

function footerLink(here: Here): NavigationLink | null {
  const { partner, member } = here
  const signIn = signInAndBack(here)
  if (signIn === null) return null
  if (!member) return { to: signIn, words: 'footer.signIn' }
  if (!hasNotJoined(member)) return { ...account, words: 'footer.account' }
  return { to: joinPath(partner, member) ?? signIn, words: 'footer.join' }
}

/** To sign-in, and back to the page where the link was followed. */
function signInAndBack({ partner, pathname, search = '' }: Here): string | null {
  const signIn = signInPath(partner)
  if (signIn === null) return null
  const isOnTheWay = onTheWay.test(pathname)
  return withReturnPath(
    signIn,
    isOnTheWay ? returnPathIn(search) : sameSitePath(withKnownParams(pathname + search)),
  )
}

/** Pages of signing in and joining lead where they would lead themselves. */
const onTheWay =
  /^\/(?:login|join|join_rate|add_card|card_added|recover|signout|fix_credentials|change_email|restore_email|error|not_found)(?:\/|$)/i

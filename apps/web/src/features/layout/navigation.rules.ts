import { isCardMember, isClosed, needsCard } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import {
  canSelfEnroll,
  hasEnrollment,
  signInPath,
  usesSingleSignOn,
  type WithSettings,
} from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../lib/join-path.ts'

export type MemberType = Member['memberType']

/** Known visitors are anonymous here. */
export type Visitor = { readonly memberType: MemberType } | null

export interface NavigationLink {
  readonly to: string
  readonly words: BrowserCopyKey
}

/** Everything the navigation bar, the main menu and the footer decide (shell §2.4, §2.5). */
export interface Navigation {
  /** `current`: this is the search page, so the magnifier is disabled and marked. */
  readonly search: 'link' | 'current' | 'hidden'
  /** The button of the main menu; enrollment pages have none. */
  readonly mainMenu: boolean
  /** The dropdown of a card member. */
  readonly memberMenu: boolean
  /** The question before the sign-in link, on wide screens. */
  readonly alreadyMember: boolean
  readonly signIn: (NavigationLink & { readonly wideOnly: boolean }) | null
  readonly join: NavigationLink | null
  readonly signOut: { readonly words: 'nav.signOut' | 'nav.signOutOf'; readonly wideOnly: boolean } | null
  /** The main menu's first and last group; what is between them is content. */
  readonly drawer: { readonly account: readonly NavigationLink[]; readonly signOut: boolean }
  /** At the end of the footer's primary links. */
  readonly footer: NavigationLink | null
}

interface Here {
  readonly partner: WithSettings<'enrollmentType'>
  readonly member: Visitor
  readonly pathname: string
}

const account: NavigationLink = { to: '/account/overview', words: 'nav.account' }

/** The navigation of one page for one visitor. */
export function navigationOf(here: Here): Navigation {
  const { partner, member, pathname } = here
  const joining = isEnrollmentPage(here)
  return {
    search: searchOf(pathname),
    mainMenu: !joining,
    memberMenu: isCardMember(member) && !joining,
    ...(joining ? whileJoining(here) : elsewhere(here)),
    drawer: { account: accountGroup(here), signOut: member !== null },
    footer: footerLink(partner, member),
  }
}

/** The three steps of joining: nothing leads away from them but the way back in, or out. */
function isEnrollmentPage({ partner, pathname }: Here): boolean {
  return hasEnrollment(partner) && ['/join', '/add_card', '/card_added'].includes(pathname)
}

/** The discover page has a search of its own. */
function searchOf(pathname: string): Navigation['search'] {
  if (pathname.includes('/discover')) return 'hidden'
  return pathname === '/search' ? 'current' : 'link'
}

type Ways = Pick<Navigation, 'alreadyMember' | 'signIn' | 'join' | 'signOut'>
const noWays: Ways = { alreadyMember: false, signIn: null, join: null, signOut: null }

/**
 * With single sign-on the way out is always there: whether somebody is signed in at the partner, only the partner knows.
 * Who has just joined here is not asked whether they are a member already.
 */
function whileJoining({ partner, member }: Here): Ways {
  if (usesSingleSignOn(partner)) return { ...noWays, signOut: { words: 'nav.signOutOf', wideOnly: false } }
  if (member) return { ...noWays, signOut: { words: 'nav.signOut', wideOnly: false } }
  const to = signInPath(partner)
  return to === null
    ? noWays
    : { ...noWays, alreadyMember: true, signIn: { to, words: 'nav.signIn', wideOnly: false } }
}

/** Who had an account joins no second time: what they see in place of any page says how it is opened again. */
function elsewhere({ partner, member }: Here): Ways {
  if (isCardMember(member)) return noWays
  if (isClosed(member)) return { ...noWays, signOut: { words: 'nav.signOut', wideOnly: false } }
  const to = signInPath(partner)
  const signIn = canSelfEnroll(partner) && !member && to !== null
  return {
    ...noWays,
    signIn: signIn ? { to, words: 'nav.signIn', wideOnly: true } : null,
    join: joinLink(partner, member),
    signOut: member ? { words: 'nav.signOut', wideOnly: true } : null,
  }
}

/** Anonymous: join, and where they sign up here the way back in. Members: their account, or the card that is missing. */
function accountGroup({ partner, member }: Here): NavigationLink[] {
  if (isCardMember(member)) return [account]
  if (isClosed(member)) return []
  const join = joinLink(partner, member)
  const to = signInPath(partner)
  const signIn: NavigationLink[] =
    canSelfEnroll(partner) && !member && to !== null ? [{ to, words: 'nav.signIn' }] : []
  return join ? [join, ...signIn] : []
}

/** Through the partner's own sign-in, joining and signing in are one thing until the partner has said who it is. */
function joinLink(partner: Here['partner'], member: Visitor): NavigationLink | null {
  const to = joinPath(partner, member)
  if (to === null) return null
  return { to, words: usesSingleSignOn(partner) && !member ? 'nav.joinOrSignIn' : 'nav.join' }
}

function footerLink(partner: Here['partner'], member: Visitor): NavigationLink | null {
  const signIn = signInPath(partner)
  if (signIn === null) return null
  if (!member) return { to: signIn, words: 'footer.signIn' }
  if (!needsCard(member)) return { ...account, words: 'footer.account' }
  return { to: joinPath(partner, member) ?? signIn, words: 'footer.join' }
}

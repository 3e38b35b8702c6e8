import { isCardMember, isClosed } from '@dineward/core/members/member-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'

/** They are in order of priority. */
export const promptKinds = ['ssoAnnouncement', 'appAnnouncement', 'popup'] as const
export type PromptKind = (typeof promptKinds)[number]

export const storageKeys: Record<PromptKind, string> = {
  ssoAnnouncement: 'dw.ssoAnnouncement',
  appAnnouncement: 'dw.appAnnouncement',
  popup: 'dw.popup',
}

/** Shell §9 sets it. */
const appAnnouncementSnoozeMs = days(1)

/** Two paths on which this visitor has scrolled, separated by a space. */
export const scrolledKey = 'dw.scrolledPages'

export interface PromptSituation {
  readonly path: string
  /** The part of the address after `?`. */
  readonly query: string
  /** What is stored under `scrolledKey`, so it may be invalid. */
  readonly scrolled: string | null
  readonly inNativeApp: boolean
  readonly memberType: string | null
  readonly settings: {
    readonly ssoAnnouncement: boolean
    readonly appAnnouncementModal: boolean
    readonly generalModalType: string | null
  }
  readonly hasPopup: boolean
  /** From localStorage, so it may be invalid. */
  readonly stored: (prompt: PromptKind) => string | null
  readonly now: number
}

/** A page has at most one prompt (shell §4), and closed accounts have none. */
export function duePrompt(situation: PromptSituation): PromptKind | null {
  if (isClosed(situation) || isBusyPath(situation.path) || hasSearchWords(situation)) return null
  if (!hasReadTwoPages(situation.scrolled)) return null
  return promptKinds.find(prompt => isDue[prompt](situation)) ?? null
}

const isDue: Record<PromptKind, (situation: PromptSituation) => boolean> = {
  ssoAnnouncement: ({ settings, stored, ...situation }) =>
    settings.ssoAnnouncement && !isCardMember(situation) && !isTime(stored('ssoAnnouncement')),
  appAnnouncement: ({ settings, inNativeApp, path, stored, now }) =>
    settings.appAnnouncementModal &&
    !inNativeApp &&
    !isBelow(path, '/discover') &&
    !isWithin(stored('appAnnouncement'), appAnnouncementSnoozeMs, now),
  popup: ({ settings, hasPopup, stored }) =>
    hasPopup && settings.generalModalType !== null && stored('popup') !== settings.generalModalType,
}

export function dismissalValue(prompt: PromptKind, generalModalType: string | null, now: number): string {
  return prompt === 'popup' ? (generalModalType ?? '') : new Date(now).toISOString()
}

/** What is stored once this path has been scrolled, too. */
export function withScrolled(scrolled: string | null, path: string): string {
  const known = scrolled?.split(' ').slice(0, 2) ?? []
  return known.includes(path) || known.length === 2 ? known.join(' ') : [...known, path].join(' ')
}

const hasReadTwoPages = (scrolled: string | null): boolean => scrolled?.split(' ').length === 2

const hasSearchWords = ({ path, query }: PromptSituation): boolean =>
  isBelow(path, '/search') && (new URLSearchParams(query).get('restaurantOrCuisine') ?? '').trim() !== ''

/** These pages have a task in progress, or a choice that nothing should stand in front of. */
const busyPaths = [
  '/merchants',
  '/account',
  '/login',
  '/booking',
  '/join',
  '/join_rate',
  '/add_card',
  '/card_added',
  '/activate',
  '/recover',
  '/fix_credentials',
  '/signout',
  '/surveys',
  '/error',
  '/stgtools',
]

const isBusyPath = (path: string) => busyPaths.some(busy => isBelow(path.toLowerCase(), busy))
const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)
const isTime = (stored: string | null) => stored !== null && !Number.isNaN(Date.parse(stored))

function isWithin(stored: string | null, lengthMs: number, now: number): boolean {
  const ago = now - (stored === null ? Number.NaN : Date.parse(stored))
  return Math.abs(ago) < lengthMs
}

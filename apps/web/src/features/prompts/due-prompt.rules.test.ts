import { describe, expect, test } from 'vitest'
import {
  dismissalValue,
  duePrompt,
  type PromptKind,
  type PromptSituation,
  withScrolled,
} from './due-prompt.rules.ts'

const now = Date.parse('2026-03-10T18:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

type Changes = Partial<Omit<PromptSituation, 'stored' | 'settings'>> & {
  settings?: Partial<PromptSituation['settings']>
  stored?: Partial<Record<PromptKind, string>>
}

/** By default it is a new visitor of a partner with all three prompts. */
function due({ settings, stored = {}, ...changes }: Changes): PromptKind | null {
  return duePrompt({
    path: '/',
    query: '',
    scrolled: '/ /earn',
    inNativeApp: false,
    memberType: null,
    hasPopup: true,
    now,
    ...changes,
    settings: { ssoAnnouncement: true, appAnnouncementModal: true, generalModalType: 'autumn', ...settings },
    stored: prompt => stored[prompt] ?? null,
  })
}

const none = { ssoAnnouncement: false, appAnnouncementModal: false, generalModalType: null }
const onlyApp = { ...none, appAnnouncementModal: true }
const onlyPopup = { ...none, generalModalType: 'autumn' }
const onlySso = { ...none, ssoAnnouncement: true }

describe('priority of prompts', () => {
  test.each<[string, Changes, PromptKind | null]>([
    ['sign-in announcement comes first', {}, 'ssoAnnouncement'],
    ['then the app', { stored: { ssoAnnouncement: hoursAgo(1) } }, 'appAnnouncement'],
    ['then the popup', { stored: { ssoAnnouncement: hoursAgo(1), appAnnouncement: hoursAgo(1) } }, 'popup'],
    [
      'then nothing',
      { stored: { ssoAnnouncement: hoursAgo(1), appAnnouncement: hoursAgo(1), popup: 'autumn' } },
      null,
    ],
    ['nothing where a partner has none of them', { settings: none }, null],
    ['nothing for members of closed accounts', { memberType: 'ClosedAccountMember' }, null],
  ])('%s', (_case, changes, prompt) => {
    expect(due(changes)).toBe(prompt)
  })

  test.each([
    '/login',
    '/Login',
    '/join',
    '/add_card',
    '/recover/update',
    '/account/user_profile',
    '/account/overview',
    '/merchants/casa-lumen',
    '/SignOut',
  ])('%s, a page with a task: no prompt', path => {
    expect(due({ path })).toBeNull()
  })

  test.each([
    ['/search', '?restaurantOrCuisine=ramen', null],
    ['/search', '?restaurantOrCuisine=+', 'ssoAnnouncement'],
    ['/search', '?location=Boston', 'ssoAnnouncement'],
    ['/earn', '?restaurantOrCuisine=ramen', 'ssoAnnouncement'],
  ])('%s%s -> %s', (path, query, prompt) => {
    expect(due({ path, query })).toBe(prompt)
  })

  test.each([
    ['no page scrolled', null, null],
    ['one page scrolled', '/', null],
    ['a second page scrolled', '/ /earn', 'ssoAnnouncement'],
  ])('%s -> %s', (_case, scrolled, prompt) => {
    expect(due({ scrolled })).toBe(prompt)
  })

  test.each([
    [null, '/', '/'],
    ['/', '/', '/'],
    ['/', '/earn', '/ /earn'],
    ['/ /earn', '/search', '/ /earn'],
  ])('scrolled %s, then %s -> stores %s', (scrolled, path, stored) => {
    expect(withScrolled(scrolled, path)).toBe(stored)
  })

  test('path with such a page as prefix: a prompt', () => {
    expect(due({ path: '/joiners' })).toBe('ssoAnnouncement')
  })
})

describe('app announcement', () => {
  test.each<[string, Changes, boolean]>([
    ['is shown to a visitor', {}, true],
    ['is shown to a member', { memberType: 'EnrolledCardMember' }, true],
    ['is not shown in the app', { inNativeApp: true }, false],
    ['is not shown on the discover page', { path: '/discover' }, false],
    ['is not shown below the discover page', { path: '/discover/italian' }, false],
    ['is not shown an hour after it was dismissed', { stored: { appAnnouncement: hoursAgo(1) } }, false],
    ['is not shown a prompt before a day is over', { stored: { appAnnouncement: hoursAgo(23.99) } }, false],
    ['is shown again after a day', { stored: { appAnnouncement: hoursAgo(24) } }, true],
    ['is shown where what was stored is no time', { stored: { appAnnouncement: 'true' } }, true],
    ['is shown where what was stored is far ahead', { stored: { appAnnouncement: hoursAgo(-9_999) } }, true],
  ])('%s', (_case, changes, shown) => {
    expect(due({ settings: onlyApp, ...changes })).toBe(shown ? 'appAnnouncement' : null)
  })
})

describe('popup', () => {
  test.each<[string, Changes, boolean]>([
    ['is shown once', {}, true],
    ['is not shown again', { stored: { popup: 'autumn' } }, false],
    ['is shown when its type is another', { stored: { popup: 'summer' } }, true],
    ['is not shown without words', { hasPopup: false }, false],
  ])('%s', (_case, changes, shown) => {
    expect(due({ settings: onlyPopup, ...changes })).toBe(shown ? 'popup' : null)
  })
})

describe('sign-in announcement', () => {
  test.each<[string, Changes, boolean]>([
    ['not dismissed: shown', {}, true],
    ['member without a card: shown', { memberType: 'NonCardMember' }, true],
    ['card member: not shown', { memberType: 'EnrolledCardMember' }, false],
    ['dismissed years ago: not shown', { stored: { ssoAnnouncement: hoursAgo(99_999) } }, false],
    ['invalid stored time: shown', { stored: { ssoAnnouncement: 'yes' } }, true],
  ])('%s', (_case, changes, shown) => {
    expect(due({ settings: onlySso, ...changes })).toBe(shown ? 'ssoAnnouncement' : null)
  })
})

test.each<[PromptKind, string]>([
  ['popup', 'autumn'],
  ['appAnnouncement', '2026-03-10T18:00:00.000Z'],
  ['ssoAnnouncement', '2026-03-10T18:00:00.000Z'],
])('close %s: stores %s', (prompt, remembered) => {
  expect(dismissalValue(prompt, 'autumn', now)).toBe(remembered)
})

import { contentLinkSchema } from '@dineward/core/content/content-fields.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../app-context.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { drawerOf, linksIn, readNavigation, renderLayout, textOf } from '../layout-for-test.ts'
import { type Navigation, navigationOf } from './navigation.rules.ts'

/*
 * It is a row of the table of shell §2.4. `bar` is the end of the bar between magnifier and menu button, where `~`
 * marks what narrow screens hide. `joining` is the same on enrollment pages. `drawer` has its account group and sign-
 * out. `footer` is the last of its primary links.
 */
interface Row {
  readonly bar: string
  readonly joining: string
  readonly drawer: string
  readonly footer: string
}
const directVisitor: Row = {
  bar: '~Sign in /login | Join free /join',
  joining: '~Already a member? | Sign in /login',
  drawer: 'Join free /join | Sign in /login',
  footer: 'Sign in /login',
}
const ssoVisitor: Row = {
  bar: 'Join or sign in /Login',
  joining: '',
  drawer: 'Join or sign in /Login',
  footer: 'Sign in /Login',
}
const withoutEnrollment: Row = { bar: '', joining: '', drawer: '', footer: '' }
const cardMember: Row = {
  bar: 'dropdown',
  joining: 'Sign out /SignOut',
  drawer: 'My account /account/overview | Sign out /SignOut',
  footer: 'My account /account/overview',
}
const nonCardMember: Row = {
  bar: '~Sign out /SignOut | Join free /join',
  joining: 'Sign out /SignOut',
  drawer: 'Join free /join | Sign out /SignOut',
  footer: 'Join free /join',
}
const closed: Row = {
  bar: 'Sign out /SignOut',
  joining: 'Sign out /SignOut',
  drawer: 'Sign out /SignOut',
  footer: 'My account /account/overview',
}
const outOf = { joining: 'sign out of Plain Dining /SignOut' }

const table = {
  direct: {
    anonymous: directVisitor,
    known: directVisitor,
    EnrolledCardMember: cardMember,
    NonCardMember: nonCardMember,
    ClosedAccountMember: closed,
  },
  sso: {
    anonymous: ssoVisitor,
    known: ssoVisitor,
    EnrolledCardMember: { ...cardMember, ...outOf },
    NonCardMember: { ...nonCardMember, ...outOf },
    ClosedAccountMember: { ...closed, ...outOf },
  },
  none: { anonymous: withoutEnrollment, known: withoutEnrollment },
} as const

const ordinary = ['/', '/merchants/7', '/earn/vip-upgrade', '/nowhere']
const paths = [
  ...ordinary,
  '/search',
  '/discover',
  '/discover/brunch',
  '/join',
  '/add_card',
  '/card_added',
  '/account/overview',
]
const enrollment = ['/join', '/add_card', '/card_added']

const cells = Object.entries(table).flatMap(([enrollmentType, visitors]) =>
  Object.entries(visitors as Record<string, Row>).flatMap(([visitor, row]) =>
    paths.map(path => ({ enrollmentType, visitor, path, row })),
  ),
)

/** A known visitor has a publicId but no session. */
const memberOf = (visitor: string) =>
  /Member$/.test(visitor)
    ? ({
        memberType: visitor,
        firstName: 'Ada',
        lastName: 'Moreau',
        email: 'ada@plain.example',
      } as unknown as Member)
    : null

function expectedOf(enrollmentType: string, path: string, row: Row) {
  const joining = enrollmentType !== 'none' && enrollment.includes(path)
  const andBack = (links: string) =>
    joining
      ? links
      : links.replaceAll(/\/login\b/gi, signIn => `${signIn}?returnTo=${encodeURIComponent(path)}`)
  return {
    search: path.includes('/discover') ? 'hidden' : path === '/search' ? 'current' : 'link',
    bar: joining ? row.joining : andBack(row.bar),
    menuButton: !joining,
    drawer: joining ? '' : andBack(row.drawer),
    footer: andBack(row.footer),
  }
}

describe('navigation rules', () => {
  it.each(cells)('$enrollmentType, $visitor at $path', ({ enrollmentType, visitor, path, row }) => {
    const app = appForTest({ enrollmentType })
    const rules = navigationOf({ partner: app.partner, member: memberOf(visitor), pathname: path })
    const { menuButton, ...expected } = expectedOf(enrollmentType, path, row)
    expect(describeNavigation(app, rules)).toEqual({
      ...expected,
      // Without a button the drawer cannot be opened.
      drawer: menuButton ? expected.drawer : row.drawer,
    })
    expect(rules.mainMenu).toBe(menuButton)
  })
})

describe('sign-in from any page', () => {
  const signInAt = (pathname: string, search = '') =>
    navigationOf({ partner: appForTest().partner, member: null, pathname, search }).footer?.to

  it.each([
    ['/search', '?location=Austin&pageNo=2', '/search?location=Austin&pageNo=2'],
    ['/merchants/7', '?unknown=1', '/merchants/7'],
    ['/', '', '/'],
  ])('%s%s -> back to it', (pathname, search, path) => {
    expect(signInAt(pathname, search)).toBe(`/login?returnTo=${encodeURIComponent(path)}`)
  })

  it.each(['/login', '/Login', '/join', '/recover/success', '/SignOut', '/error', '/not_found'])(
    'from %s -> to where it leads itself',
    pathname => {
      expect(signInAt(pathname)).toBe('/login')
      expect(signInAt(pathname, '?returnTo=%2Fsearch')).toBe('/login?returnTo=%2Fsearch')
    },
  )
})

describe('rendered navigation', () => {
  it.each(cells)('$enrollmentType, $visitor at $path', ({ enrollmentType, visitor, path, row }) => {
    const html = renderLayout(appForTest({ enrollmentType }), memberOf(visitor), path)
    expect(readNavigation(html)).toEqual(expectedOf(enrollmentType, path, row))
  })
})

describe('main menu', () => {
  const app = withLinks(appForTest())

  it('order: account, site, primary and secondary links, sign-out', () => {
    const html = renderLayout(app, memberOf('NonCardMember'), '/')
    expect(linksIn(drawerOf(html))).toEqual([
      'Join free /join',
      'Find foodFind a restaurant /search',
      'Find a restaurant /search',
      'Ways to earn /earn',
      'Terms https://plain.example/terms',
      'Sign out /SignOut',
    ])
  })

  it('label: long on wide screens, short on narrow ones', () => {
    const drawer = drawerOf(renderLayout(app, null, '/'))
    expect(drawer).toMatch(/class="[^"]*mobile[^"]*">Find food</)
    expect(drawer).toMatch(/class="[^"]*desktop[^"]*">Find a restaurant</)
  })
})

describe("the member's dropdown", () => {
  const html = renderLayout(appForTest(), memberOf('EnrolledCardMember'), '/')
  const dropdown = /<div id="member-menu"[\s\S]*?<\/nav>/.exec(html)![0]

  it('member: full name and e-mail', () => {
    expect(textOf(dropdown)).toMatch(/^Hello, Ada Moreau ?ada@plain\.example/)
  })

  it('member: links to every account page; sign-out loads a document', () => {
    expect(linksIn(dropdown)).toEqual([
      'Account overview /account/overview',
      'Reviews & history /account/recent_activity',
      'Reservations /account/reservations',
      'Saved places /account/favorites',
      'Linked cards /account/manage_cards',
      'Profile /account/user_profile',
      'Sign out /SignOut',
    ])
  })
})

function describeNavigation(app: AppContext, rules: Navigation) {
  const { search, signOut, alreadyMember, signIn, join, memberMenu, drawer, footer } = rules
  const say = (words: keyof AppContext['copy'], to: string) =>
    `${app.copy[words].replace('{program name}', app.partner.settings.programName)} ${to}`
  const wide = (only: boolean) => (only ? '~' : '')
  return {
    search,
    bar: [
      memberMenu ? 'dropdown' : '',
      signOut ? wide(signOut.wideOnly) + say(signOut.words, '/SignOut') : '',
      alreadyMember ? '~Already a member?' : '',
      signIn ? wide(signIn.wideOnly) + say(signIn.words, signIn.to) : '',
      join ? say(join.words, join.to) : '',
    ]
      .filter(Boolean)
      .join(' | '),
    drawer: [
      ...drawer.account.map(({ words, to }) => say(words, to)),
      ...(drawer.signOut ? ['Sign out /SignOut'] : []),
    ].join(' | '),
    footer: footer ? say(footer.words, footer.to) : '',
  }
}

function withLinks(app: AppContext): AppContext {
  const link = (text: string, url: string) => contentLinkSchema.parse({ text, url })
  return {
    ...app,
    frame: {
      ...app.frame,
      navbar: [{ text_desktop: 'Find a restaurant', text_mobile: 'Find food', url: '/search' }],
      footer: {
        primary_links: [link('Find a restaurant', '/search'), link('Ways to earn', '/earn')],
        secondary_links: [link('Terms', 'https://plain.example/terms')],
      },
    },
  }
}

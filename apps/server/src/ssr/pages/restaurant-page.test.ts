import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { expectWholePage, mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
/** It is Tuesday, March 10, 2026, two in the afternoon in New York. */
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

const everything = {
  name: 'Casa Lumen',
  about: 'Handmade pasta in a narrow room.',
  phone: '212-555-0100',
  website: 'https://casa.example',
  neighborhood: 'NoHo',
  hours: JSON.stringify({ Tue: [{ opens: '12:00', closes: '22:00' }] }),
  menu: JSON.stringify([
    { title: 'Pasta', items: [{ name: 'Cacio e pepe', description: 'three peppers', priceCents: 2100 }] },
  ]),
  menuUrl: 'https://casa.example/menu',
  onlineOrderingUrl: 'https://order.casa.example/',
  mealsServed: ['dinner'],
}

interface Place {
  readonly merchant?: object
  readonly terms?: object
}

async function place({ merchant: overrides = {}, terms = {} }: Place = {}, partner = app.newPartner()) {
  const merchant = await newMerchant(app, partner, { ...everything, ...overrides }, terms)
  const path = `/merchants/${merchant.id}`
  return {
    partner,
    merchant,
    visited: async () => (await newClient(app, partner).get(path)).body,
    seenBy: async (memberId: string) => (await (await signedInClient(app, partner, memberId)).get(path)).body,
  }
}

async function memberOf(partner: Partner, overrides: object = {}, withCard = true): Promise<string> {
  const member = await newMember(app, partner, overrides)
  if (withCard) await newLinkedCard(app, member)
  return member.id
}

async function tell(merchantId: string, url: string): Promise<void> {
  await app.database.db
    .insertInto('merchantEvents')
    .values({
      id: randomUUID(),
      merchantId,
      title: 'Truffle night',
      body: 'Six courses.',
      startsAt: '2026-03-14T19:00',
      endsAt: '2026-03-14T22:30',
      url,
    })
    .execute()
}

describe('the page of a restaurant', () => {
  test('visitor -> all public details', async () => {
    const { visited, merchant, partner } = await place()
    await tell(merchant.id, 'https://casa.example/truffles')
    const body = await visited()
    expectWholePage(body, `http://${partner.slug}.localhost/merchants/${merchant.id}`)
    const main = mainOf(body)
    for (const words of [
      'Casa Lumen',
      'NoHo',
      'Handmade pasta in a narrow room.',
      'Sign in to see what you earn here',
      'Cacio e pepe',
      '$21.00',
      '12 PM – 10 PM',
      'Truffle night',
      'Sat, Mar 14',
      '7 PM – 10:30 PM',
      'Some restaurants add offers for members',
      'Sign in to see offers',
    ])
      expect(main, words).toContain(words)
    // Neither in the page's state nor in its structured data (shell §6).
    expect(body).not.toMatch(/maximum(Spend|Visits)|"weekdays"|"earnRate"|earning visit|Earns on/)
    for (const address of [
      'https://casa.example/"',
      'https://casa.example/menu"',
      'https://casa.example/truffles"',
      'tel:2125550100"',
      `/merchants/${merchant.id}/Order"`,
      'https://www.google.com/maps/dir/?api=1&amp;destination=Casa%20Lumen',
    ])
      expect(main, address).toContain(`href="${address}`)
  })

  test('structured data -> once, in the head', async () => {
    const { visited, merchant, partner } = await place({ merchant: { name: 'Casa </script> Lumen' } })
    const body = await visited()
    const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(blocks).toHaveLength(1)
    expect(blocks[0]!.index).toBeLessThan(body.indexOf('</head>'))
    const url = `http://${partner.slug}.localhost/merchants/${merchant.id}`
    expect(JSON.parse(blocks[0]![1]!)).toMatchObject([
      { '@type': 'Restaurant', name: 'Casa </script> Lumen', url },
      { '@type': 'BreadcrumbList', itemListElement: [{}, {}, { item: url }] },
    ])
  })

  test('unknown hours, menu and telephone -> left out', async () => {
    const nothing = { hours: '{}', menu: '[]', menuUrl: '', phone: '', website: '', about: '', cuisines: [] }
    const { visited } = await place({ merchant: { ...nothing, mealsServed: [], features: [] } })
    const main = mainOf(await visited())
    for (const words of ['Hours', 'Closed', 'Call', 'Menu', 'About']) expect(main, words).not.toContain(words)
    expect(main).toContain('12 Bleecker St')
  })

  test('is shared with its picture', async () => {
    const { visited, merchant, partner } = await place()
    expect(await visited()).toMatch(
      new RegExp(`og:image" content="http://${partner.slug}.localhost/images/merchants/${merchant.id}/promo`),
    )
  })

  test('never links to a script, whatever its row says', async () => {
    const script = 'javascript:alert(1)//https://casa.example'
    const { visited, merchant } = await place({
      merchant: { website: script, menuUrl: script, onlineOrderingUrl: script },
    })
    await tell(merchant.id, script)
    const links = mainOf(await visited()).match(/href="[^"]*"/g) ?? []
    expect(links.filter(link => /script/i.test(link))).toEqual([])
  })

  test('restaurant that left -> says since when, without offers, noindex', async () => {
    const { visited, merchant } = await place({ terms: { leftOn: '2026-02-01' } })
    await tell(merchant.id, '')
    const body = await visited()
    expect(body).toContain('Casa Lumen has left the program')
    expect(body).toContain('Visits since February 1, 2026 do not earn.')
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    for (const words of ['Truffle night', '/Order"', 'Sign in to see offers', 'Do I earn here today?'])
      expect(mainOf(body), words).not.toContain(words)
  })
})

describe('"Do I earn here today?" is answered', () => {
  test.each([
    ['yes, with the rate', {}, {}, 'Yes: 3 points per $1'],
    [
      'not on a day left out',
      { benefitDays: ['Wed', 'Thu'] },
      {},
      'You earn here on Wednesday and Thursday.',
    ],
    ['from the day it joins', { joinedOn: '2026-03-12' }, {}, 'Earns from March 12, 2026'],
    ['with what is left of the month', { maxSpendPerMonthCents: 40_000 }, {}, '$400 of $400 left to earn on'],
    ['with visits left', { maxVisitsPerMonth: 3 }, {}, '3 of 3 earning visits left this month'],
    [
      'not yet, where the tier lacks',
      { campaignCodes: ['acclaimed'] },
      { tierLevel: 0 },
      'Not yet: it is Acclaimed',
    ],
  ])('to a member: %s', async (_case, terms, member, words) => {
    const { seenBy, partner } = await place({ terms })
    const body = mainOf(await seenBy(await memberOf(partner, member)))
    expect(body).toContain(words)
    expect(body).not.toContain('Sign in')
  })

  test('to a member: which cards count', async () => {
    const { seenBy, partner } = await place()
    expect(mainOf(await seenBy(await memberOf(partner)))).toContain('Counts with Visa\u00a04242.')
  })

  test.each([
    ['EnrolledCardMember', '/account/manage_cards'],
    ['NonCardMember', '/join'],
  ])('to a %s without a card: not without one, and where to link it', async (memberType, to) => {
    const { seenBy, partner } = await place()
    const main = mainOf(await seenBy(await memberOf(partner, { memberType }, false)))
    expect(main).toContain('Not without a linked card')
    expect(main).toContain(`href="${to}"`)
  })

  test('partner without rewards -> left out', async () => {
    const { visited } = await place({}, app.newPartner({ like: 'tablefolk' }))
    const main = mainOf(await visited())
    for (const words of ['Do I earn', 'Offers', 'Sign in']) expect(main, words).not.toContain(words)
  })
})

describe('the page to order on says whether that earns', () => {
  test.each([
    ['on a day that does', {}, 'Pay with a linked card and the food earns.'],
    ['on one that does not', { benefitDays: ['Wed'] }, 'An order does not earn here today.'],
    ['before the restaurant has joined', { joinedOn: '2026-03-12' }, 'An order does not earn here today.'],
  ])('%s', async (_case, terms, words) => {
    const { partner, merchant } = await place({ terms })
    const client = await signedInClient(app, partner, await memberOf(partner))
    expect(mainOf((await client.get(`/merchants/${merchant.id}/Order`)).body)).toContain(words)
  })

  test.each([{}, { benefitDays: ['Wed'] }])('visitor, %j -> neither, and sign-in leads back', async terms => {
    const { partner, merchant } = await place({ terms })
    const main = mainOf((await newClient(app, partner).get(`/merchants/${merchant.id}/Order`)).body)
    expect(main).toContain('Where an order earns, only the restaurant’s own page counts')
    expect(main).toContain(encodeURIComponent(`/merchants/${merchant.id}/Order`))
  })
})

describe('reviews beyond the first five', () => {
  const reviewed = async () => {
    const { partner, merchant } = await place()
    await app.database.db
      .insertInto('merchantReviews')
      .values(
        Array.from({ length: 12 }, (_, index) => ({
          id: randomUUID(),
          merchantId: merchant.id,
          authorName: 'Ada M.',
          rating: 4,
          body: `Review number ${index + 1}.`,
          dinedOn: `2026-01-${String(28 - index).padStart(2, '0')}`,
        })),
      )
      .execute()
    return async (query: string) =>
      (await newClient(app, partner).get(`/merchants/${merchant.id}${query}`)).body
  }
  const numbers = (body: string) =>
    Array.from(mainOf(body).matchAll(/Review number (\d+)\./g), ([, number]) => Number(number))

  test.each([
    ['', [1, 2, 3, 4, 5], 2],
    ['?reviews=2', [6, 7, 8, 9, 10], 3],
    ['?reviews=3', [11, 12], null],
    ['?reviews=99', [11, 12], null],
    ['?reviews=0', [1, 2, 3, 4, 5], 2],
    ['?reviews=x', [1, 2, 3, 4, 5], 2],
  ])('have an address: %s', async (query, shown, next) => {
    const read = await reviewed()
    const body = await read(query)
    expect(numbers(body)).toEqual(shown)
    if (next === null) expect(mainOf(body)).not.toContain('Show more reviews')
    else expect(mainOf(body)).toContain(`?reviews=${next}#reviews`)
  })

  test('travel once, not in the page’s state as well as with the restaurant', async () => {
    const read = await reviewed()
    const page = (await read('')).replace(/<script type="application\/ld\+json">.*?<\/script>/s, '')
    expect(page.match(/Review number 1\./g)).toHaveLength(2)
  })
})

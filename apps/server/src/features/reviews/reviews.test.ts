import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, tokenHeader } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { search } from '../search/search-for-test.ts'
import { hideReview, keepReview, reportReview } from './review-reports.service.ts'

// It is 2026-03-10 in New York. A new restaurant has 120 ratings of 4.4.
const app = await createTestApp()
const text = 'The best carbonara in town, and a lovely waiter.'

interface Scene {
  readonly network: CardNetwork
  readonly transactionId: string
  write(fields?: object): Promise<LightMyRequestResponse>
  report(reviewId: string, fields?: object): Promise<LightMyRequestResponse>
  shown(): Promise<{ rating: object; reviews: object[]; reviewSpread: number[] }>
}

async function newScene(
  options: Parameters<typeof newCardNetwork>[1] = {},
  dined: object = {},
): Promise<Scene> {
  const [network, transactionId] = [await newCardNetwork(app, options), randomUUID()]
  await network.deliver('transaction.clearing', { id: transactionId, ...dined })
  const client = await signedInClient(app, network.partner, network.memberId)
  const visitor = newClient(app, network.partner, `10.8.0.${addresses++}`)
  return {
    network,
    transactionId,
    write: fields =>
      client.send('POST', '/api/Member/Reviews', { transactionId, rating: 5, text, ...fields }),
    report: (id, fields) =>
      visitor.send('POST', `/api/Reviews/${id}/Reports`, {
        email: 'owner@example.com',
        reason: 'This was never in our restaurant.',
        ...fields,
      }),
    async shown() {
      const { details, reviews, reviewSpread } = (
        await visitor.get(`/api/v2/Merchants/${network.merchant.id}`)
      ).json()
      return { rating: details.rating, reviews, reviewSpread }
    },
  }
}
let addresses = 1

const statusOf = async ({ network }: Scene, ...ids: string[]) => {
  const client = await signedInClient(app, network.partner, network.memberId)
  return (await client.get(`/api/reviews/status?${ids.map(id => `txnId=${id}`).join('&')}`)).json()
}

const staff = ({ network }: Scene) => ({
  ...app.context(network.partner),
  actor: { kind: 'system', name: 'ada' } as const,
})

describe('a review', () => {
  test('with markup -> stored and shown as the text that it is', async () => {
    const scene = await newScene()
    const markup = 'Great <b>pasta</b> & <script>alert(1)</script> wine, "al dente".'
    expect((await scene.write({ text: markup })).json().review.text).toBe(markup)
    expect((await scene.shown()).reviews).toMatchObject([{ body: markup }])
  })

  test('of a dine -> on the restaurant’s page with a first name, in its rating and in search', async () => {
    const scene = await newScene()
    const { network, transactionId } = scene
    expect(await statusOf(scene, transactionId, 'unknown')).toEqual([{ id: transactionId, completed: false }])
    const response = await scene.write()
    const { review } = response.json()
    expect([response.statusCode, review]).toEqual([
      200,
      {
        id: expect.any(String),
        transactionId,
        merchantId: network.merchant.id,
        rating: 5,
        text,
        authorName: 'Ada M.',
        dinedOn: '2026-03-09',
      },
    ])
    expect(await statusOf(scene, transactionId)).toEqual([{ id: transactionId, completed: true }])
    expect(await scene.shown()).toMatchObject({
      rating: { overallRating: 4.4, numberOfRatings: 121 },
      reviews: [{ id: review.id, authorName: 'Ada M.', rating: 5, body: text, dinedOn: '2026-03-09' }],
      reviewSpread: [0, 0, 0, 0, 1],
    })
    const { merchants } = await search(newClient(app, network.partner), 'sortBy=name')
    expect(merchants[0]).toMatchObject({ details: { rating: { numberOfRatings: 121 } } })
  })

  test('the first ones of a restaurant -> their mean, without rounding that adds up', async () => {
    const network = await newCardNetwork(app)
    await app.database.db
      .updateTable('merchants')
      .set({ rating: null, numberOfRatings: 0 })
      .where('id', '=', network.merchant.id)
      .execute()
    const client = await signedInClient(app, network.partner, network.memberId)
    for (const rating of [5, 4, 4, 4, 4, 4, 4]) {
      const transactionId = randomUUID()
      await network.deliver('transaction.clearing', { id: transactionId })
      const answer = await client.send('POST', '/api/Member/Reviews', { transactionId, rating, text })
      expect(answer.json()).toMatchObject({ review: { rating } })
    }
    const { details } = (await client.get(`/api/v2/Merchants/${network.merchant.id}`)).json()
    expect(details.rating).toEqual({ overallRating: 4.1, numberOfRatings: 7 })
  })

  test('of one dine, many at once -> one', async () => {
    const scene = await newScene()
    const client = await signedInClient(app, scene.network.partner, scene.network.memberId)
    const token = await tokenHeader(client)
    const body = { transactionId: scene.transactionId, rating: 1, text }
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.send('POST', '/api/Member/Reviews', body, token)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400])
    expect((await scene.write()).json().code).toBe('review_already_written')
    expect((await scene.shown()).rating).toEqual({ overallRating: 4.4, numberOfRatings: 121 })
  })

  test.each<[string, object, object]>([
    ['36 days after', {}, { datetime: '2026-02-02T19:30:00' }],
    ['that earned nothing', { terms: { leftOn: '2026-03-01' } }, {}],
    ['of a member without a family', { member: { familyId: null } }, {}],
  ])('of a dine %s -> refused', async (_case, options, dined) => {
    const scene = await newScene(options, dined)
    expect((await scene.write()).json().code).toBe('review_not_possible')
    expect((await scene.shown()).reviews).toEqual([])
  })

  test('of another member’s dine, or where the form is elsewhere -> not found', async () => {
    const { network, transactionId } = await newScene()
    const other = await signedInClient(app, network.partner, (await newMember(app, network.partner)).id)
    const answer = await other.send('POST', '/api/Member/Reviews', { transactionId, rating: 5, text })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    expect((await other.get(`/api/reviews/status?txnId=${transactionId}`)).json()).toEqual([])
    const reviews = { form: 'external', externalUrl: 'https://reviews.example.com/{transactionId}' }
    expect((await (await newScene({ settings: { reviews } })).write()).statusCode).toBe(404)
  })

  test.each<[string, object, string]>([
    ['with a link', { text: 'Better at www.example.com' }, 'text'],
    ['with a telephone number', { text: 'Call me at 212-555-0142' }, 'text'],
    ['with words', { text: 'What a sh1t evening' }, 'text'],
    ['of a word', { text: ' Good.     ' }, 'text'],
    ['of a novel', { text: 'x'.repeat(2_001) }, 'text'],
    ['with a NUL', { text: 'A lovely evening\0' }, 'text'],
    ['of six stars', { rating: 6 }, 'rating'],
    ['of half a star', { rating: 0.5 }, 'rating'],
  ])('%s -> refused by its field', async (_case, fields, field) => {
    const scene = await newScene()
    const response = await scene.write(fields)
    expect(response.json()).toMatchObject({ code: 'validation_failed', fieldErrors: [{ field }] })
    expect((await scene.shown()).rating).toEqual({ overallRating: 4.4, numberOfRatings: 120 })
  })

  test('of a member who is erased -> stays, without the name', async () => {
    const scene = await newScene()
    expect((await scene.write()).json()).toMatchObject({ review: { rating: 5 } })
    await eraseMember(app.context(scene.network.partner), scene.network.memberId)
    expect((await scene.shown()).reviews).toMatchObject([{ authorName: 'A former member' }])
  })
})

describe('a reported review', () => {
  test('hidden by staff -> off the page and out of the rating, once', async () => {
    const scene = await newScene()
    const { id } = (await scene.write({ rating: 1 })).json().review
    for (let times = 0; times < 2; times++) expect((await scene.report(id)).statusCode).toBe(202)
    await hideReview(staff(scene), { reviewId: id, reason: 'Of another restaurant.' })
    const hidden = { reviewId: id, reason: 'again' }
    await expect(hideReview(staff(scene), hidden)).rejects.toMatchObject({ code: 'review_not_found' })
    expect(await scene.shown()).toMatchObject({
      rating: { overallRating: 4.4, numberOfRatings: 120 },
      reviews: [],
      reviewSpread: [0, 0, 0, 0, 0],
    })
    expect((await scene.report(id)).json().code).toBe('review_not_found')
    expect(await statusOf(scene, scene.transactionId)).toMatchObject([{ completed: true }])
  })

  test('reported from ever other addresses -> twenty reports are kept until staff decide', async () => {
    const scene = await newScene()
    const { id } = (await scene.write()).json().review
    const reason = 'This was never in our restaurant.'
    const ctx = app.context(scene.network.partner)
    const reportsOf = () =>
      app.database.db.selectFrom('reviewReports').select('email').where('reviewId', '=', id).execute()
    for (let n = 0; n < 22; n++)
      await reportReview(ctx, { reviewId: id, email: `owner${n}@example.com`, reason })
    expect(await reportsOf()).toHaveLength(20)
    await keepReview(staff(scene), id)
    await scene.report(id)
    expect(await reportsOf()).toHaveLength(21)
  })

  test('kept by staff -> stays; both decisions are audited', async () => {
    const scene = await newScene()
    const { id } = (await scene.write()).json().review
    await scene.report(id)
    await keepReview(staff(scene), id)
    await hideReview(staff(scene), { reviewId: id, reason: 'After all.' })
    const audited = await app.database.db
      .selectFrom('auditLog')
      .select(['action', 'actor', 'reason'])
      .where('subject', '=', `review ${id}`)
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'review.keep', actor: 'ada', reason: null },
      { action: 'review.hide', actor: 'ada', reason: 'After all.' },
    ])
  })

  test('of another partner’s restaurant, or without an address -> refused', async () => {
    const [scene, elsewhere] = [await newScene(), await newScene()]
    const { id } = (await scene.write()).json().review
    expect((await elsewhere.report(id)).statusCode).toBe(404)
    await expect(keepReview(staff(elsewhere), id)).rejects.toMatchObject({ code: 'review_not_found' })
    expect((await scene.report(id, { email: 'me' })).json().fieldErrors[0].field).toBe('email')
  })
})

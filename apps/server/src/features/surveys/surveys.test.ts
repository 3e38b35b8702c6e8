import { csrfFallbackToken } from '@dineward/core/identity/csrf-fallback.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { deleteOldRows } from '../jobs/retention.service.ts'

const address = '/api/Surveys/first-dinners/Answers'

let app: TestApp
let partner: Partner
beforeAll(async () => {
  app = await createTestApp()
  partner = app.newPartner({ like: 'harbor', withContent: true })
})

const storedAnswers = (of: Partner) =>
  app.database.db.selectFrom('surveyAnswers').selectAll().where('partnerId', '=', of.slug).execute()

describe('a survey', () => {
  test('read -> its questions', async () => {
    const response = await newClient(app, partner).get('/api/Surveys/first-dinners')
    expect(response.statusCode).toBe(200)
    expect(response.json().questions.map((question: { id: string }) => question.id)).toEqual([
      'ease',
      'next',
      'comment',
    ])
  })

  test.each<[string, () => Partner, string]>([
    ['without an entry', () => partner, 'second-dinners'],
    ['of another partner', () => app.newPartner({ like: 'tablefolk', withContent: true }), 'first-dinners'],
    [
      'that Typeform asks',
      () => app.newPartner({ like: 'harbor', withContent: true, settings: { surveyProvider: 'typeform' } }),
      'first-dinners',
    ],
  ])('%s -> 404 to read and to answer', async (_case, of, id) => {
    const here = of()
    const client = newClient(app, here)
    for (const response of [
      await client.get(`/api/Surveys/${id}`),
      await client.send('POST', `/api/Surveys/${id}/Answers`, { answers: { ease: 3 } }),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([404, 'survey_not_found'])
    }
    if (here !== partner) expect(await storedAnswers(here)).toEqual([])
  })
})

describe('account §4 Card deletion: the survey of the last card', () => {
  const lastCard = '/api/Surveys/last-card'
  test.each(['skyward', 'cellwave', 'meridian'])('%s, without an entry -> our own', async like => {
    const here = app.newPartner({ like, withContent: true })
    const client = newClient(app, here)
    expect((await client.get(lastCard)).json()).toMatchObject({
      id: 'last-card',
      text: 'Tell us why you are leaving',
      questions: [{ id: 'why' }, { id: 'comment' }],
    })
    const answers = { why: 'Too few restaurants near me' }
    expect((await client.send('POST', `${lastCard}/Answers`, { answers })).statusCode).toBe(200)
    expect(await storedAnswers(here)).toMatchObject([{ surveyId: 'last-card', answers }])
  })

  test('with an entry -> its questions; without enrollment -> 404', async () => {
    expect((await newClient(app, partner).get(lastCard)).json().questions[0].options).toContain(
      'Too little cash back',
    )
    const directory = app.newPartner({ like: 'tablefolk', withContent: true })
    expect((await newClient(app, directory).get(lastCard)).statusCode).toBe(404)
  })
})

describe('answers', () => {
  test('of a member -> stored with member, survey, context and time', async () => {
    const here = app.newPartner({ like: 'harbor', withContent: true })
    const member = await newMember(app, here)
    const client = await signedInClient(app, here, member.id)
    const context = { utm_source: '/account/overview', utm_medium: 'web', publicId: 'P-1', other: 'x' }
    const response = await client.send('POST', address, {
      answers: { ease: '4', next: 'Faster cash back', comment: '  More ramen. ', secret: 'x' },
      context,
    })
    expect(response.statusCode).toBe(200)
    expect(await storedAnswers(here)).toEqual([
      {
        id: response.json().responseId,
        partnerId: here.slug,
        surveyId: 'first-dinners',
        memberId: member.id,
        answers: { ease: 4, next: 'Faster cash back', comment: 'More ramen.' },
        context: { utm_source: '/account/overview', utm_medium: 'web', publicId: 'P-1' },
        answeredAt: app.clock.now(),
      },
    ])
  })

  test('of a visitor who names a member -> stored without a member', async () => {
    const here = app.newPartner({ like: 'harbor', withContent: true })
    const member = await newMember(app, here)
    const context = { publicId: member.id }
    await newClient(app, here).send('POST', address, { answers: { ease: 1 }, context })
    expect(await storedAnswers(here)).toMatchObject([{ memberId: null, answers: { ease: 1 } }])
  })

  test('older than 400 days -> deleted, but those of members', async () => {
    const here = app.newPartner({ like: 'harbor', withContent: true })
    const member = await newMember(app, here)
    const start = app.clock.now()
    for (const client of [newClient(app, here), await signedInClient(app, here, member.id)])
      await client.send('POST', address, { answers: { ease: 1 } })
    app.clock.set(new Date(start.getTime() + 401 * 86_400_000))
    await newClient(app, here).send('POST', address, { answers: { ease: 2 } })
    await deleteOldRows({ db: app.database.db, clock: app.clock })
    const left = await storedAnswers(here)
    expect(left.map(({ memberId, answers }) => [memberId, answers])).toEqual(
      expect.arrayContaining([
        [member.id, { ease: 1 }],
        [null, { ease: 2 }],
      ]),
    )
    expect(left).toHaveLength(2)
    app.clock.set(start)
  })

  test.each<[string, unknown, string]>([
    ['that miss what is required', { answers: {} }, 'answers.ease'],
    ['beyond the scale', { answers: { ease: 9 } }, 'answers.ease'],
    ['that are not offered', { answers: { ease: 3, next: 'Cheese' } }, 'answers.next'],
    ['as long as a novel', { answers: { ease: 3, comment: 'x'.repeat(1_500) } }, 'answers.comment'],
    ['longer than anything', { answers: { ease: 3, comment: 'x'.repeat(2_001) } }, 'answers.comment'],
    [
      'too many',
      { answers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`q${index}`, 1])) },
      'answers',
    ],
    ['of objects', { answers: { ease: { $gt: 0 } } }, 'answers.ease'],
    ['that are none', { answers: 'good' }, 'answers'],
    [
      'with a context of a novel',
      { answers: { ease: 3 }, context: { path: 'x'.repeat(301) } },
      'context.path',
    ],
  ])('%s -> 400 with the field, not stored', async (_case, body, field) => {
    const here = app.newPartner({ like: 'harbor', withContent: true })
    const response = await newClient(app, here).send('POST', address, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'validation_failed', fieldErrors: [{ field }] })
    expect(await storedAnswers(here)).toEqual([])
  })

  test('with a NUL -> 400, not stored', async () => {
    const here = app.newPartner({ like: 'harbor', withContent: true })
    const body = { answers: { ease: 3 }, context: { path: 'a\0b' } }
    const response = await newClient(app, here).send('POST', address, body)
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    expect(await storedAnswers(here)).toEqual([])
  })

  test.each<[string, Record<string, string>, string]>([
    ['without a token', {}, 'csrf_invalid'],
    [
      'with the placeholder of a browser that got none',
      { 'x-xsrf-token': csrfFallbackToken },
      'csrf_invalid',
    ],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 'cross_site_refused'],
  ])('%s -> 403, not stored', async (_case, headers, code) => {
    const here = app.newPartner({ like: 'harbor', withContent: true })
    const response = await newClient(app, here).send('POST', address, { answers: { ease: 3 } }, headers)
    expect([response.statusCode, response.json().code]).toEqual([403, code])
    expect(await storedAnswers(here)).toEqual([])
  })

  test('that never end meet a limit', async () => {
    const client = newClient(app, partner)
    const { csrfToken } = (await client.get('/api/CSRF')).json()
    const statuses = new Set<number>()
    for (let count = 0; count < 70; count++) {
      const response = await client.send('POST', address, { answers: {} }, { 'x-xsrf-token': csrfToken })
      statuses.add(response.statusCode)
    }
    expect([...statuses]).toEqual([400, 429])
  })
})

import { createElement } from 'react'
import { expect, test } from 'vitest'
import { picksQuery } from './features/picks/picks.queries.ts'
import { MemberHome, primeMemberHome } from './member-home.tsx'
import { appForTest } from './testing/app-for-test.ts'
import { markupOf } from './testing/markup-for-test.tsx'

const program = { currencyType: 'Point', reservations: { provider: 'book' } }

test('member’s home whose calls failed -> each part says so, and offers another try', async () => {
  const app = appForTest(program)
  await primeMemberHome(app)
  const markup = markupOf(app, createElement(MemberHome))
  const parts = [...markup.matchAll(/Try again<span class="visually-hidden">: ([^<]+)/g)]
  expect(parts.map(([, title]) => title)).toContain('Picked for you')
  expect(parts.map(([, title]) => title)).toContain('Your next table')
})

test('member’s home without picks for the member -> no part for them', () => {
  const app = appForTest(program)
  app.queryClient.setQueryData(picksQuery(app).queryKey, [])
  expect(markupOf(app, createElement(MemberHome))).not.toContain('Picked for you')
})

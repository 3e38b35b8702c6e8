import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../../testing/app-for-test.ts'
import { markupOf } from '../../../testing/markup-for-test.tsx'
import { SlotList } from './slot-list.tsx'

const slots = ['2026-12-01T23:30:00-07:00', '2026-12-02T00:00:00-07:00'].map((startsAt, at) => ({
  slotId: `slot-${at}`,
  startsAt,
  bonus: null,
}))

test('a time of another day than the asked one names its day', () => {
  const markup = markupOf(
    appForTest(),
    createElement(SlotList, { slots, date: '2026-12-02', onPick: () => {} }),
  )
  const texts = markup.split('</button>').map(part => part.replace(/<[^>]*>/g, ''))
  expect(texts.slice(0, 2)).toEqual(['11:30 PM Tue, Dec 1', '12:00 AM'])
})

import { expect, test } from 'vitest'
import { conflictsOf, placesOf } from './places.rules.ts'

test.each([
  ['a start page', 'home', { user_states: ['anonymous', 'optedOut'] }, ['home anonymous', 'home optedOut']],
  ['a page', 'pages', { url: '/spring' }, ['page /spring']],
  ['a way to earn at the address of a page', 'earn_details', { url: '/spring' }, ['page /spring']],
  ['a page without an address', 'pages', { url: '' }, []],
  ['the line above the header', 'announcement_banner', {}, ['announcement']],
  ['an offer, of which a list shows all', 'earn_banner', { url: '/spring' }, []],
] as const)('place: %s', (_name, kind, fields, places) => {
  expect(placesOf(kind, fields)).toEqual(places)
})

const entry = (name: string, from: number | null, until: number | null, places = ['page /spring']) => {
  const day = (date: number | null) => date && `2026-03-${String(date).padStart(2, '0')}T00:00:00Z`
  return { entry: name, places, from: day(from) || null, until: day(until) || null }
}

test.each([
  ['a day in common', entry('b', 10, 20), ['b']],
  ['one without an end', entry('b', 10, null), ['b']],
  ['one that is shown always', entry('b', null, null), ['b']],
  ['one after the other', entry('b', 15, 20), []],
  ['another place', entry('b', 10, 20, ['page /summer']), []],
  ['another version of it', entry('a', 10, 20), []],
])('conflict: %s', (_name, other, names) => {
  const one = entry('a', 5, 15)
  expect(conflictsOf(one, [one, other]).map(each => each.entry)).toEqual(names)
})

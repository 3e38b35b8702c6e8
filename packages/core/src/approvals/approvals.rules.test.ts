import { describe, expect, test } from 'vitest'
import { controlledActionNames, defaultRules, isSamePerson, isWithinRule } from './approvals.rules.ts'

const rule = { perAction: 100, perMemberDay: 150, perPersonDay: 300 }

test.each([
  ['at the limit of one action', 100, { byPerson: 0, forMember: 0 }, true],
  ['one above it', 101, { byPerson: 0, forMember: 0 }, false],
  ['at the limit of the member', 50, { byPerson: 100, forMember: 100 }, true],
  ['one above it, by two people', 51, { byPerson: 0, forMember: 100 }, false],
  ['at the limit of the person', 100, { byPerson: 200, forMember: 0 }, true],
  ['one above it', 100, { byPerson: 201, forMember: 0 }, false],
  ['without an amount', null, { byPerson: 0, forMember: 0 }, false],
  ['nothing', 0, { byPerson: 300, forMember: 150 }, true],
] as const)('%s: %s after %o -> alone: %s', (_, amount, done, isAlone) => {
  expect(isWithinRule(amount, rule, done)).toBe(isAlone)
})

test('closing a month, terms, promises and rules -> never by one person by default', () => {
  const never = controlledActionNames.filter(action =>
    [1, 100, null].every(
      amount => !isWithinRule(amount, defaultRules[action], { byPerson: 0, forMember: 0 }),
    ),
  )
  expect(never).toEqual(['closing', 'terms', 'setting', 'rule', 'work', 'staff'])
})

describe('one person with two accounts', () => {
  const ann = { id: '1', email: 'ann.lee@bank.example', name: 'Ann Lee' }
  test.each([
    [{ id: '1', email: 'renamed@bank.example', name: 'Other' }, true],
    [{ id: '2', email: 'Ann.Lee+2@bank.example', name: 'A. L.' }, true],
    [{ id: '2', email: 'annlee@bank.example', name: 'A. L.' }, true],
    [{ id: '2', email: 'second@bank.example', name: 'ÁNN  lee' }, true],
    [{ id: '2', email: 'ann.lee@other.example', name: 'Bo' }, false],
    [{ id: '2', email: 'bo@bank.example', name: 'Bo Lee' }, false],
  ])('%o -> %s', (other, isSame) => {
    expect(isSamePerson(ann, other)).toBe(isSame)
  })
})

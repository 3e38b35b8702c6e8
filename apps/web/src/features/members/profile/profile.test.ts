import type { Member } from '@dineward/core/members/members.contract.ts'
import { phoneDigits } from '@dineward/core/members/members.rules.ts'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-client.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { baseField, profileBase, profileProblems, saveProfile, zipProblem } from './profile.ts'

const member = {
  firstName: 'Ada',
  lastName: 'Moreau',
  phoneNumber: '2125550142',
  smsOptIn: true,
  emailOptIn: true,
  tierLevel: 2,
  profileVersion: 'first',
  address: { address1: '', address2: '', city: '', state: '', zipCode: '10001' },
} as Member

const settings = { smsOptIn: 'checkbox', showEmailOptIn: true }

/** The form as it was opened, with some fields typed into; null takes a tick off. */
function scene(typed: Record<string, string | null>, changes: Record<string, unknown> = settings) {
  const calls: { path: string; body?: unknown; query?: unknown }[] = []
  let answer: (path: string) => unknown = () => ({ isValid: true })
  const plain = appForTest(changes)
  const call = async (
    _method: string,
    path: string,
    { body, query }: { body?: unknown; query?: unknown },
  ) => {
    calls.push({ path, ...(body ? { body } : {}), ...(query ? { query } : {}) })
    return answer(path)
  }
  const app = { ...plain, api: { ...plain.api, call } } as unknown as typeof plain
  const base = profileBase(app, member)
  const form = new FormData()
  form.set(baseField, JSON.stringify(base))
  for (const [name, value] of Object.entries({ ...base.values, ...typed })) if (value) form.set(name, value)
  const saved: Member[] = []
  return {
    app,
    form,
    calls,
    answer: (next: typeof answer) => {
      answer = next
    },
    save: () => saveProfile(app, form, one => saved.push(one)),
    saved,
  }
}

describe('account §5 Form errors: of the profile', () => {
  test.each([
    ['first name missing', { firstName: '' }, { firstName: 'First name is required' }],
    ['ZIP code of four digits', { zipCode: '1000' }, { zipCode: 'ZIP code must have 5 digits' }],
    ['ZIP code missing', { zipCode: ' ' }, { zipCode: 'ZIP code is required' }],
    [
      'area code that starts with 1',
      { phoneNumber: '112-555-0142' },
      { phoneNumber: 'Invalid phone number, please check the number and try again' },
    ],
    ['phone missing', { phoneNumber: '', smsOptIn: null }, {}],
  ])('%s', (_case, typed, expected) => {
    const { app, form } = scene(typed)
    expect(profileProblems(app, form)).toEqual(expected)
  })

  test('names of the partner’s sign-in -> not asked', () => {
    const { app, form } = scene({ firstName: '' }, { ...settings, enrollmentType: 'sso' })
    expect(profileProblems(app, form)).toEqual({})
  })

  test.each([
    ['exists', { isValid: true }, null],
    ['does not', { isValid: false }, 'This ZIP code is not located in the U.S.'],
    ['cannot be checked', new Error('down'), 'Error while checking ZIP code'],
  ])('account §5 ZIP code: %s -> asked once', async (_case, reply, expected) => {
    const { app, answer, calls } = scene({})
    answer(() => {
      if (reply instanceof Error) throw reply
      return reply
    })
    expect(await zipProblem(app, '04101')).toBe(expected)
    expect(await zipProblem(app, '04101')).toBe(expected)
    expect(calls).toHaveLength(reply instanceof Error ? 2 : 1)
  })
})

describe('account §4 Profile: saved', () => {
  test('nothing changed -> says so, without a call', async () => {
    const { save, calls } = scene({ firstName: ' Ada ' })
    expect(await save()).toEqual({ outcome: 'noChanges' })
    expect(calls).toEqual([])
  })

  test('a field -> only that one, with the version', async () => {
    const { save, calls, answer, saved } = scene({ lastName: 'Hale' })
    const after = { ...member, lastName: 'Hale', profileVersion: 'second' }
    answer(() => ({ member: after }))
    expect(await save()).toEqual({ outcome: 'saved', version: 'second', notes: [] })
    expect(calls).toEqual([{ path: '/api/Member', body: { lastName: 'Hale', version: 'first' } }])
    expect(saved).toEqual([after])
  })

  test.each([
    ['the tick of before is no consent', 'on', false],
    ['ticked again is', 'new number', true],
  ])('another phone: %s', async (_case, tick, smsOptIn) => {
    const { save, calls, answer } = scene({ phoneNumber: '212-555-0143', smsOptIn: tick })
    answer(() => ({ member: { ...member, phoneNumber: '2125550143', smsOptIn } }))
    const result = await save()
    expect(calls[0]!.body).toMatchObject({ phoneNumber: '212-555-0143' })
    expect(calls[0]!.body).toMatchObject({ smsOptIn })
    expect(result).toMatchObject({ notes: smsOptIn ? [] : [expect.stringMatching(/^Texts are off/)] })
  })

  test.each([
    ['another valid number keeps it', '212-555-0143', true],
    ['no number ends it', '', false],
  ])('another phone, version 2: %s', async (_case, phoneNumber, smsOptInV2) => {
    const { save, calls, answer } = scene({ phoneNumber }, { ...settings, smsOptIn: 'toggle' })
    answer(() => ({ member: { ...member, phoneNumber: phoneDigits(phoneNumber), smsOptIn: smsOptInV2 } }))
    await save()
    expect(calls[0]!.body).toMatchObject({ phoneNumber, smsOptInV2 })
  })

  test('emails off -> says what one earns now', async () => {
    const { save, answer } = scene({ emailOptIn: null })
    answer(() => ({ member: { ...member, emailOptIn: false, tierLevel: 0 } }))
    expect(await save()).toMatchObject({ notes: [expect.stringMatching(/^From now on you earn /)] })
  })

  test('refused by field -> at the field; for another reason -> at the bottom', async () => {
    const { save, answer } = scene({ lastName: 'Hale' })
    answer(() => {
      throw new ApiError(400, [{ field: 'lastName', message: 'No.' }])
    })
    expect(await save()).toMatchObject({ rejected: { error: { lastName: ['No.'] } } })
    answer(() => {
      throw new ApiError(503, { code: 'unavailable' })
    })
    expect(await save()).toMatchObject({
      rejected: { error: { '': [expect.stringMatching(/unavailable/)] } },
    })
  })

  test('another window saved first -> keeps what was typed, takes over the rest, and names both', async () => {
    const { save, answer } = scene({ firstName: 'Mine', lastName: 'Hale' })
    const theirs = { ...member, firstName: 'Theirs', phoneNumber: '2125550199', profileVersion: 'second' }
    answer(path => {
      if (path !== '/api/Member') return { isValid: true }
      answer(() => theirs)
      throw new ApiError(409, { code: 'profile_changed' })
    })
    expect(await save()).toMatchObject({
      base: { version: 'second' },
      rejected: {
        initialValue: { firstName: 'Mine', lastName: 'Hale', phoneNumber: '212-555-0199', zipCode: '10001' },
        error: {
          '': [expect.stringMatching(/changed in another window/)],
          firstName: ['Changed elsewhere to “Theirs”. Save again to replace it.'],
        },
      },
    })
  })
})

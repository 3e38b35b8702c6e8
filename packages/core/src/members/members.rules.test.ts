import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PartnerSettings } from '../partner/settings/partner-settings.ts'
import { defaultSettings } from '../partner/settings/partner-settings.ts'
import { type Prospect, prospectSchema } from './members.contract.ts'
import { activatedTier, maskPhone, newMemberDetails, phoneDigits, validateProspect } from './members.rules.ts'

function partner(settings: Partial<PartnerSettings> = {}) {
  return {
    settings: {
      ...defaultSettings,
      name: 'Skyward',
      programName: 'Skyward Dining',
      customerSupport: {
        phone: { href: 'tel:+18005550100', formatted: '800-555-0100' },
        email: { href: 'mailto:help@skyward.example', display: 'help@skyward.example' },
        shortCode: null,
      },
      ...settings,
    },
  }
}

const memberNumber = {
  label: 'SkyPass number',
  format: { prefix: '', signs: 'digits', minLength: 9, maxLength: 9 },
  example: '402815637',
  required: false,
} as const

function prospect(changes: Partial<Prospect> = {}): Prospect {
  return {
    firstName: 'Ada',
    lastName: 'Moreau',
    email: 'ada@example.com',
    password: 'Dinner-For-2!',
    passwordConfirm: 'Dinner-For-2!',
    zipCode: '10001',
    termsAccepted: true,
    privacyAccepted: true,
    ...changes,
  }
}

const both = (password: string) => ({ password, passwordConfirm: password })

describe('sign-up', () => {
  test('complete -> no problems', () => {
    expect(validateProspect(partner(), prospect())).toEqual([])
  })

  test.each<[string, Partial<Prospect>, string, string]>([
    ['a password of letters only', both('abcdefgh'), 'password', 'validation.passwordWeak'],
    ['a password of digits only', both('12345678'), 'password', 'validation.passwordWeak'],
    [
      'a password whose digit comes after 56',
      both(`${'a'.repeat(56)}1`),
      'password',
      'validation.passwordWeak',
    ],
    ['another confirmation', { passwordConfirm: 'x' }, 'passwordConfirm', 'validation.passwordMismatch'],
    ['an area code that starts with 1', { phoneNumber: '112-555-0123' }, 'phoneNumber', 'validation.phoneUs'],
    ['a state that is none', { state: 'ZZ' }, 'state', 'validation.required'],
    ['a state that is a property of objects', { state: '__proto__' }, 'state', 'validation.required'],
  ])('%s', (_case, changes, field, copy) => {
    expect(validateProspect(partner(), prospect(changes))).toEqual([expect.objectContaining({ field, copy })])
  })

  test.each<[string, Partial<Prospect>]>([
    ['letters of any alphabet', both('пароль-на-2')],
    [
      'a confirmation that differs past 56',
      { password: `${'a1'.repeat(28)}x`, passwordConfirm: 'a1'.repeat(28) },
    ],
    ['a blank phone', { phoneNumber: '' }],
    ['a territory', { state: 'PR' }],
    ['a state in small letters', { state: 'ny' }],
  ])('%s -> no problems', (_case, changes) => {
    expect(validateProspect(partner(), prospect(changes))).toEqual([])
  })
})

describe('member number', () => {
  test.each([
    ['left out where it is optional', memberNumber, '', 0],
    ['left out where it is required', { ...memberNumber, required: true }, '', 1],
    ['of the right form', memberNumber, '402815637', 0],
    ['too long', memberNumber, '4028156370', 1],
    ['where the partner has none', null, 'anything', 0],
  ])('%s', (_case, setting, given, problems) => {
    const found = validateProspect(partner({ memberNumber: setting }), prospect({ memberNumber: given }))
    expect(found).toHaveLength(problems)
  })

  test('in the password, in any case -> a problem', () => {
    const found = validateProspect(
      partner({
        memberNumber: {
          ...memberNumber,
          format: { prefix: 'MC', signs: 'digits', minLength: 8, maxLength: 8 },
        },
      }),
      prospect({ memberNumber: 'MC20481136', ...both('my-mc20481136') }),
    )
    expect(found).toEqual([{ field: 'password', copy: 'validation.passwordHasMemberNumber' }])
  })

  test('partner does not ask for one -> null', () => {
    const given = prospect({ memberNumber: '402815637' })
    expect(newMemberDetails(partner({ memberNumber }), given).memberNumber).toBe('402815637')
    expect(newMemberDetails(partner(), given).memberNumber).toBeNull()
  })
})

describe('address', () => {
  test.each([
    ['is optional', {}, []],
    [
      'is required in full where the partner says so',
      { fullAddressRequired: true },
      ['address1', 'city', 'state'],
    ],
    [
      'is not required where rewards are statement credits',
      { fullAddressRequired: true, currencyType: 'Credit' as const },
      [],
    ],
  ])('%s', (_case, settings, fields) => {
    expect(validateProspect(partner(settings), prospect()).map(problem => problem.field)).toEqual(fields)
  })
})

describe('account §5 Phone: US number', () => {
  test.each([
    ['2125550123', '2125550123'],
    ['212-555-0123', '2125550123'],
    ['(212) 555 0123', '2125550123'],
    ['+1 212 555 0123', '2125550123'],
    ['12125550123', '2125550123'],
    ['1125550123', null],
    ['2121550123', null],
    ['0125550123', null],
    ['22125550123', null],
    ['212555012', null],
    ['', null],
    ['call me', null],
    ['+47 23 45 67 89', null],
    ['+45 2345 6789', null],
    ['+354 255 1234', null],
    ['(+47) 23 45 67 89', null],
    ['\uff0b47 23 45 67 89', null],
    ['+212 555 0123', null],
    ['+(1) 212 555 0123', '2125550123'],
  ])('%j -> %j', (text, digits) => {
    expect(phoneDigits(text)).toBe(digits)
  })

  test('any separators -> the ten digits', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', ') ')
    fc.assert(
      fc.property(
        fc.stringMatching(/^[2-9]\d{2}$/),
        fc.stringMatching(/^[2-9]\d{2}$/),
        fc.stringMatching(/^\d{4}$/),
        separator,
        separator,
        (area, exchange, line, one, other) => {
          expect(phoneDigits(`${area}${one}${exchange}${other}${line}`)).toBe(`${area}${exchange}${line}`)
        },
      ),
    )
  })
})

describe('opt-ins', () => {
  const phoneNumber = '2125550123'
  test.each<[string, Partial<Prospect>, boolean]>([
    ['no phone, no texts', { smsOptIn: true, smsOptInV2: true }, false],
    ['a phone is a yes', { phoneNumber }, true],
    ['a phone and a no', { phoneNumber, smsOptIn: false }, false],
    ['version 2 decides where it is given', { phoneNumber, smsOptIn: true, smsOptInV2: false }, false],
    ['version 2 says yes', { phoneNumber, smsOptIn: false, smsOptInV2: true }, true],
  ])('texts: %s', (_case, changes, smsOptIn) => {
    expect(newMemberDetails(partner(), prospect(changes)).smsOptIn).toBe(smsOptIn)
  })

  test.each([
    [true, 2],
    [false, 0],
    [undefined, 0],
  ])('email %j -> tier %d', (emailOptIn, tierLevel) => {
    const changes = emailOptIn === undefined ? {} : { emailOptIn }
    expect(newMemberDetails(partner(), prospect(changes)).tierLevel).toBe(tierLevel)
  })

  test.each([undefined, false, true])(
    'partner does not ask for an email opt-in, sent: %s -> opted in, tier 2',
    emailOptIn => {
      const changes = emailOptIn === undefined ? {} : { emailOptIn }
      const details = newMemberDetails(partner({ showEmailOptIn: false }), prospect(changes))
      expect(details).toMatchObject({ emailOptIn: true, tierLevel: 2 })
    },
  )
})

test.each([
  [{}, 'website', null],
  [{ enrollmentSource: 'spring' }, 'spring', null],
  [{ referrer: 'id-of-juno' }, 'website', 'id-of-juno'],
  [{ enrollmentSource: 'spring', referrer: 'id-of-juno' }, 'spring', 'id-of-juno'],
])('joined with %j -> by way of %s, invited by %s', (origin, enrollmentSource, referrer) => {
  expect(newMemberDetails(partner(), prospect(origin))).toMatchObject({ enrollmentSource, referrer })
})

test('schema: trims names and email', () => {
  const read = prospectSchema.parse(prospect({ firstName: '  Ada ', email: ' ada@example.com ' }))
  expect(read).toMatchObject({ firstName: 'Ada', email: 'ada@example.com' })
})

test.each([
  [true, true, 2],
  [true, false, 0],
  [false, false, 2],
  [false, true, 2],
])(
  'activating, where e-mail is asked about: %s, and wanted: %s, leads to level %i',
  (showEmailOptIn, emailOptIn, tier) => {
    expect(activatedTier(partner({ showEmailOptIn }), { emailOptIn })).toBe(tier)
  },
)

test.each([
  ['2125550142', '212-555-0142'],
  ['12125550142', '212-555-0142'],
  ['+1 (212) 555', '212-555'],
  ['2125', '212-5'],
  ['1125550142', '112-555-0142'],
  ['', ''],
  ['21255501423', '21255501423'],
  ['212-555-0142 ext', '212-555-0142 ext'],
  ['+', '+'],
  ['+1', ''],
  ['+47 23 45 67 89', '+47 23 45 67 89'],
])('phone as it is typed: %j -> %j', (typed, shown) => {
  expect(maskPhone(typed)).toBe(shown)
})

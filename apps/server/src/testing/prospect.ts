import { randomBytes } from 'node:crypto'

/** It is a complete sign-up for a partner without special requirements, with a unique email address. */
export function prospect(overrides: Record<string, unknown> = {}) {
  return {
    firstName: 'Ada',
    lastName: 'Moreau',
    email: `ada.${randomBytes(6).toString('hex')}@example.com`,
    password: 'Dinner-For-2!',
    passwordConfirm: 'Dinner-For-2!',
    zipCode: '10001',
    termsAccepted: true,
    privacyAccepted: true,
    ...overrides,
  }
}

/** As `prospect`, of a person whom Apple or Google has confirmed. */
export function provenProspect(overrides: Record<string, unknown> = {}) {
  const { email: _, password: __, passwordConfirm: ___, ...rest } = prospect(overrides)
  return rest
}

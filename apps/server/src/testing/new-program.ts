import { randomBytes } from 'node:crypto'
import type { NewProgram } from '@dineward/core/console-programs/new-program.contract.ts'

/** What the wizard sends for a small bank, under an address of its own. */
export const newProgram = (changes: Partial<NewProgram> = {}): NewProgram => ({
  slug: `n${randomBytes(6).toString('hex')}`,
  name: 'Alder Bank',
  programName: 'Alder Dining',
  hostNames: [],
  enrollmentType: 'direct',
  currencyType: 'Credit',
  earnRates: { optedOut: 0.5, member: 3, vip: 5 },
  hasVIP: true,
  timeZone: 'America/New_York',
  startFrom: 'harbor',
  colors: { brand: '#3a2a6b', action: '#5433b0', header: '#ffffff', footer: '#241a45' },
  promise: 'Dinner pays you back',
  promiseText: 'Link your Alder card and earn {earning level 2} at every table.',
  supportPhone: '800-555-0177',
  supportEmail: 'dining@alder.example',
  termsUrl: 'https://www.alder.example/terms',
  privacyUrl: 'https://www.alder.example/privacy',
  logo: null,
  logoMark: null,
  reason: 'A new partner',
  ...changes,
})

import { buildPartner, type Partner, type PartnerSource } from './partner.ts'

const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 4h24v24H4z"/></svg>'

/** A small, valid partner for tests to change. */
export const plainTheme = {
  scheme: 'light',
  colors: {
    brand: '#1b3cbd',
    action: '#1b3cbd',
    page: '#fafafa',
    surface: '#ffffff',
    ink: '#16181d',
    earn: '#00705a',
    warn: '#8a5300',
    danger: '#b3202c',
    done: '#00705a',
    header: '#ffffff',
    footer: '#16181d',
  },
  display: {
    family: 'Manrope',
    package: '@fontsource-variable/manrope',
    file: 'files/manrope-latin-wght-normal.woff2',
    weights: [400, 800],
    weight: 700,
    tracking: -0.02,
    fallback: { sizeAdjust: 107.3, ascent: 99.4, descent: 28 },
  },
  shape: { radiusControl: 6, radiusCard: 8, borderWidth: 1, borderStyle: 'solid', shadow: 'crisp' },
  layout: { hero: 'pictures', cards: 'picture', ground: 'sun' },
  labels: { case: 'none', tracking: 0 },
} as const

export const plainSettings = {
  name: 'Plain',
  programName: 'Plain Dining',
  customerSupport: {
    phone: { href: 'tel:+18005550100', formatted: '800-555-0100' },
    email: { href: 'mailto:help@plain.example', display: 'help@plain.example' },
    shortCode: null,
  },
} as const

export function partnerSourceForTest(slug: string, changes: Partial<PartnerSource> = {}): PartnerSource {
  return {
    slug,
    settings: plainSettings,
    theme: plainTheme,
    copy: {},
    logo: square,
    logoMark: square,
    ...changes,
  }
}

/** A fresh partner under its own slug isolates a test from the others. */
export function partnerForTest(slug: string, settings: Record<string, unknown> = {}): Partner {
  const built = buildPartner(partnerSourceForTest(slug), { settings })
  if (!built.ok) throw new Error(JSON.stringify(built.problems))
  return built.partner
}

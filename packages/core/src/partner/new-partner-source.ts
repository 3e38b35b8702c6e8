import type { NewProgram } from '../console-programs/new-program.contract.ts'
import type { Partner, PartnerSource } from './partner.ts'
import { onColor } from './theme/legible.ts'
import { themeColors } from './theme/theme-colors.ts'

/** What a folder of this program holds. `buildPartner` validates it. */
export function newPartnerSource(input: NewProgram, model: Partner): PartnerSource {
  const theme = { ...model.theme, colors: { ...model.theme.colors, ...input.colors } }
  const color = themeColors(theme)['on-header']
  return {
    slug: input.slug,
    settings: settingsOf(input),
    theme,
    copy: {
      'home.documentTitle': `${input.programName}: ${input.promise}`,
      'home.promise': input.promise,
      'home.promise.text': input.promiseText,
      'steps.search.text': 'Every restaurant says what you earn there today.',
      'notFound.tagline': 'The address may be mistyped, or the page has moved.',
      'join.title': `Join ${input.programName}`,
    },
    logo: input.logo ?? drawnLogo(input.name, { brand: theme.colors.brand, color }),
    logoMark: input.logoMark ?? drawnMark(theme.colors.brand),
  }
}

function settingsOf(input: NewProgram) {
  const digits = input.supportPhone.replace(/[^\d+]/g, '')
  const phone = digits.startsWith('+') ? digits : `+${digits.length === 10 ? '1' : ''}${digits}`
  return {
    name: input.name,
    programName: input.programName,
    hostNames: input.hostNames,
    customerSupport: {
      phone: { href: `tel:${phone}`, formatted: input.supportPhone },
      email: { href: `mailto:${input.supportEmail}`, display: input.supportEmail },
      shortCode: null,
    },
    enrollmentType: input.enrollmentType,
    currencyType: input.currencyType,
    timeZone: input.timeZone,
    hasVIP: input.hasVIP,
    showEarnRate: true,
    cmsPreview: true,
    hasPPN: false,
    rewards: {
      earnRates: {
        0: rateOf(input.earnRates.optedOut),
        2: rateOf(input.earnRates.member),
        3: rateOf(input.earnRates.vip),
      },
    },
    legal: {
      termsUrl: input.termsUrl,
      privacyUrl: input.privacyUrl,
      termsVersion: '1',
      privacyVersion: '1',
    },
  }
}

/** Units for a dollar, and percent, are both hundredths of a cent's worth. */
function rateOf(perDollar: number): { numerator: number; denominator: number } {
  const numerator = Math.round(perDollar * 100)
  return numerator % 100 === 0
    ? { numerator: numerator / 100, denominator: 100 }
    : { numerator, denominator: 10_000 }
}

/* A program without a logo yet has a plate in its color, and its name beside it. */

/** Without letters, which would be drawn with whatever fonts a machine has. */
function drawnMark(brand: string): string {
  const on = onColor(brand)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-hidden="true">
  <rect width="64" height="64" rx="14" fill="${brand}"/>
  <circle cx="32" cy="32" r="17" fill="none" stroke="${on}" stroke-width="5"/>
  <circle cx="32" cy="32" r="7" fill="${on}"/>
</svg>
`
}

/** @param color legible on the header */
function drawnLogo(name: string, { brand, color }: { brand: string; color: string }): string {
  const on = onColor(brand)
  const length = Math.round([...name].length * 11.5)
  const width = 46 + length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 36" width="${width}" height="36" role="img" aria-label="${escaped(name)}">
  <rect width="36" height="36" rx="8" fill="${brand}"/>
  <circle cx="18" cy="18" r="9.5" fill="none" stroke="${on}" stroke-width="3"/>
  <circle cx="18" cy="18" r="4" fill="${on}"/>
  <text x="46" y="25" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${color}" font-family="Arial, Helvetica, sans-serif" font-size="21" font-weight="700">${escaped(name)}</text>
</svg>
`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.codePointAt(0)};`)

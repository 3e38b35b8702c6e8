import type { NewProgram } from '../console-programs/new-program.contract.ts'
import { drawnLogo, drawnMark } from './drawn-logo.ts'
import type { Partner, PartnerSource } from './partner.ts'
import { themeColors } from './theme-colors.ts'

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

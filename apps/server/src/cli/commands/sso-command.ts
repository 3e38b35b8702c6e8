import { parseArgs } from 'node:util'
import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { ssoCallbackPath } from '../../features/identity/single-sign-on/sso.routes.ts'
import { SingleSignOnError } from '../../gateways/sign-on/single-sign-on.ts'
import { partnerNamed } from '../command-context.ts'
import type { Command } from '../control.ts'

export const usage = 'npm run sso -- check --partner SLUG'
const marks = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const

/** Asks the partner's provider everything that a sign-in needs. */
export const checkSsoCommand: Command = async ({ partners, gateways }, args, { print }) => {
  const { values } = parseArgs({ args: [...args], options: { partner: { type: 'string' } } })
  if (!values.partner) throw new Error(usage)
  const partner = partnerNamed({ partners }, values.partner)
  if (!usesSingleSignOn(partner))
    throw new Error(`${partner.slug} has enrollmentType "${partner.settings.enrollmentType}", not "sso".`)
  if (!partner.settings.singleSignOn)
    throw new Error(`${partner.slug} has no setting "singleSignOn": set issuer and clientId.`)
  try {
    const findings = await gateways.singleSignOn.check(partner, partners.siteOf(partner) + ssoCallbackPath)
    for (const { level, text } of findings) print(`${marks[level]} ${text}`)
    return findings.some(({ level }) => level === 'problem') ? 1 : 0
  } catch (error) {
    if (!(error instanceof SingleSignOnError)) throw error
    print(`${marks.problem} ${error.message}: ${causeOf(error)}`)
    return 1
  }
}

/** The innermost says most: a host that is not known, a certificate, a wrong issuer. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return cause ? causeOf(cause) : error instanceof Error ? error.message : String(error)
}

import type { Partner } from '@dineward/core/partner/partner.ts'
import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { createTransport } from 'nodemailer'
import { reasonOf } from '../db/connection-error.ts'
import type { Env } from '../env/env.ts'
import { pingClamd } from '../gateways/files/clamd-malware-scanner.ts'
import { tlsFor } from '../gateways/messages/nodemailer-mailers.ts'
import { callOut, requireOutgoing } from '../gateways/outgoing-calls.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Nothing is sent or changed: each is asked for something small, at the same time. */
export function checkProviders(
  env: Env,
  partners: readonly Partner[],
  timeoutMs: number,
): Promise<Finding[]> {
  const checks: Promise<Finding>[] = []
  const ask = (check: string, address: string, headers: Record<string, string>, toDo: string) =>
    void checks.push(checkAddress({ check, address, headers, toDo, timeoutMs }))
  if (env.smtpUrl) checks.push(checkMail(env.smtpUrl, timeoutMs))
  if (env.tremendous)
    ask(
      'payouts',
      `${env.tremendous.url}/funding_sources`,
      { authorization: `Bearer ${env.tremendous.apiKey}` },
      'TREMENDOUS_API_KEY and TREMENDOUS_URL',
    )
  if (env.twilio) {
    const { url, accountSid, authTokens } = env.twilio
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authTokens[0]}`).toString('base64')}`
    ask(
      'text messages',
      `${url}/2010-04-01/Accounts/${accountSid}.json`,
      { authorization },
      'TWILIO_AUTH_TOKEN',
    )
  }
  for (const [slug, token] of env.content.tokens)
    ask(
      `content of ${slug}`,
      `${env.content.url}/pages/*/?page_size=1&auth_token=${encodeURIComponent(token)}`,
      {},
      'CONTENT_TOKENS',
    )
  if (env.breachedPasswordsUrl)
    ask('breached passwords', `${env.breachedPasswordsUrl}/range/00000`, {}, 'BREACHED_PASSWORDS_URL')
  if (env.malwareScannerUrl) checks.push(checkScanner(env.malwareScannerUrl, timeoutMs))
  if (env.photoStore) checks.push(checkReachable('photos', env.photoStore.url, 'PHOTO_STORE_URL', timeoutMs))
  if (env.exportStore)
    checks.push(checkReachable('exports', env.exportStore.url, 'EXPORT_STORE_URL', timeoutMs))
  for (const partner of partners) checks.push(...checkPartner(env, partner, timeoutMs))
  return Promise.all(checks)
}

function checkPartner(env: Env, partner: Partner, timeoutMs: number): Promise<Finding>[] {
  const { slug, settings } = partner
  const checks: Promise<Finding>[] = []
  // The demo's identity provider runs with the demo, at an address that its start chooses.
  const issuer =
    env.singleSignOn.issuers.get(slug) ?? (env.appEnv === 'demo' ? null : settings.singleSignOn?.issuer)
  if (usesSingleSignOn(partner) && issuer) checks.push(checkIssuer(slug, issuer, timeoutMs))
  const { via, endpoint } = settings.settlement
  if (via === 'http' && endpoint)
    checks.push(
      checkReachable(`settlement of ${slug}`, endpoint, 'its setting settlement.endpoint', timeoutMs),
    )
  if (settings.partnerCardsEndpoint && env.production)
    checks.push(
      checkReachable(
        `cards of ${slug}`,
        settings.partnerCardsEndpoint,
        'its setting partnerCardsEndpoint',
        timeoutMs,
      ),
    )
  return checks
}

async function checkMail(url: string, timeoutMs: number): Promise<Finding> {
  const { hostname, port } = new URL(url)
  const host = port ? `${hostname}:${port}` : hostname
  const waits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...tlsFor(url), ...waits })
  try {
    requireOutgoing(url)
    await transport.verify()
    return ok('mail', `${host} accepts us`)
  } catch (error) {
    return problem(
      'mail',
      `${host} does not accept us (${reasonOf(error)}). Look at SMTP_URL: host, port, user, password. Mails wait in the outbox meanwhile.`,
    )
  } finally {
    transport.close()
  }
}

async function checkScanner(url: string, timeoutMs: number): Promise<Finding> {
  try {
    await pingClamd(url, timeoutMs)
    return ok('malware scanner', `${url} answers`)
  } catch (error) {
    return problem(
      'malware scanner',
      `${url} does not answer (${reasonOf(error)}). Look at MALWARE_SCANNER_URL and at clamd. Receipts and photos are refused meanwhile.`,
    )
  }
}

async function checkIssuer(slug: string, issuer: string, timeoutMs: number): Promise<Finding> {
  const check = `sign-in of ${slug}`
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await get(address, {}, timeoutMs)
    const said = answer.ok ? ((await answer.json()) as { issuer?: unknown }) : null
    if (said?.issuer === issuer || said?.issuer === issuer.replace(/\/$/, '')) return ok(check, issuer)
    const found = said ? `calls itself ${said.issuer}` : `answers ${answer.status}`
    return problem(check, `${address} ${found}. Look at SSO_ISSUERS.`, {
      subject: null,
      command: `Then run npm run sso -- check --partner ${slug}.`,
    })
  } catch (error) {
    return problem(
      check,
      `${address} does not answer (${reasonOf(error)}). Members cannot sign in there: tell the partner, or look at SSO_ISSUERS.`,
    )
  }
}

interface Asked {
  readonly check: string
  readonly address: string
  readonly headers: Record<string, string>
  /** Where to look. */
  readonly toDo: string
  readonly timeoutMs: number
}

/** It asks with our key: a refusal is a problem, too. */
async function checkAddress({ check, address, headers, toDo, timeoutMs }: Asked): Promise<Finding> {
  const { host } = new URL(address)
  try {
    const { status } = await get(address, headers, timeoutMs)
    if (status === 401 || status === 403)
      return problem(check, `${host} refuses our key (${status}). Look at ${toDo}.`)
    return status < 500
      ? ok(check, `${host} answers`)
      : problem(check, `${host} answers ${status}. Wait, or ask the provider.`)
  } catch (error) {
    return unreachable(check, host, error, toDo)
  }
}

/** Any answer will do: what it asks for a request is the provider's own. */
async function checkReachable(
  check: string,
  address: string,
  toDo: string,
  timeoutMs: number,
): Promise<Finding> {
  const { host } = new URL(address)
  try {
    await get(address, {}, timeoutMs)
    return ok(check, `${host} answers`)
  } catch (error) {
    return unreachable(check, host, error, toDo)
  }
}

const unreachable = (check: string, host: string, error: unknown, toDo: string) =>
  problem(check, `${host} does not answer (${reasonOf(error)}). Look at ${toDo}, at DNS and at the firewall.`)

function get(address: string, headers: Record<string, string>, timeoutMs: number): Promise<Response> {
  return callOut(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

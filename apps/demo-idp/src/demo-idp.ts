import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { buildPartner, type PartnerFile, partnerFiles } from '@dineward/core/partner/partner.ts'
import { demoPassword } from '@dineward/demo-world/demo-accounts.ts'
import { demoMembers } from '@dineward/demo-world/demo-members.ts'
import Provider, { type Configuration } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { signInPage, signOutPage } from './pages.ts'

export interface DemoIdpOptions {
  readonly port: number
  /** Browsers reach the product at this port. */
  readonly productPort: number
}

/**
 * An OpenID Connect provider with the demo's people of the partner that has single sign-on. Demo and tests only: one
 * known password, keys and sessions in memory.
 */
export async function startDemoIdp({ port, productPort }: DemoIdpOptions): Promise<Server> {
  const [partner] = await readDemoPartners()
  if (!partner) throw new Error('No partner has single sign-on.')
  const accounts = accountsOf(partner)
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, configurationOf(partner, productPort, accounts))
  const handle = provider.callback()
  const server = createServer((request, response) => {
    // Browsers ask for it, and report an error where there is none.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (!uid) return void handle(request, response)
    interact(provider, partner, accounts, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end('This sign-in has expired. Go back and start again.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  return server
}

function configurationOf(
  partner: DemoPartner,
  productPort: number,
  accounts: ReadonlyMap<string, Account>,
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const product = `http://${partner.slug}.localhost:${productPort}`
  return {
    // The default one is the same, with a warning at each start.
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: partner.clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${product}/api/Sso/Callback`],
        post_logout_redirect_uris: [`${product}/SignOut`],
        backchannel_logout_uri: `${product}/api/Sso/BackchannelLogout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [crypto.randomUUID()] },
    claims: {
      openid: ['sub'],
      profile: ['given_name', 'family_name', 'member_number'],
      email: ['email', 'email_verified'],
    },
    ttl: { Interaction: 3_600, Session: 1_209_600, Grant: 1_209_600, IdToken: 3_600, AccessToken: 3_600 },
    // The product reads the ID token and asks nothing more.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    fetch: callProduct,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = signOutPage(partner, form)
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async findAccount(_context, id) {
      const account = accounts.get(id)
      return account && { accountId: id, claims: async () => ({ sub: id, ...account.claims }) }
    },
    // The partner's own program: nothing to consent to.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

/** It calls this machine: `*.localhost` may not resolve there, and the library's own calls refuse such addresses. */
function callProduct(
  url: string | URL | Request,
  { method, headers, body, signal }: RequestInit = {},
): Promise<Response> {
  const { host, port, pathname } = new URL(String(url))
  const sent = { ...Object.fromEntries(new Headers(headers)), host }
  return new Promise((resolve, reject) => {
    const options = {
      host: 'localhost',
      port,
      path: pathname,
      method,
      headers: sent,
      signal: signal ?? undefined,
    }
    const call = httpRequest(options, answer => {
      answer.resume()
      resolve(new Response(null, { status: answer.statusCode ?? 500 }))
    })
    call.on('error', reject)
    call.end(String(body))
  })
}

async function interact(
  provider: Provider,
  partner: DemoPartner,
  accounts: ReadonlyMap<string, Account>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response)
  const form = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : null
  const userName = (form?.get('userName') ?? '').trim().toLowerCase()
  const [id] =
    [...accounts].find(
      ([, { claims }]) => userName === claims.email || userName === claims.member_number?.toLowerCase(),
    ) ?? []
  if (id && form?.get('password') === demoPassword)
    return provider.interactionFinished(request, response, { login: { accountId: id } })
  if (form?.has('cancel')) return provider.interactionFinished(request, response, { error: 'access_denied' })
  response.writeHead(form ? 400 : 200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  })
  response.end(signInPage(partner, { userName, failed: form !== null }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > 4_096) throw new Error('body too large')
  }
  return body
}

interface Account {
  readonly claims: {
    readonly given_name: string
    readonly family_name: string
    readonly email: string
    readonly email_verified: boolean
    readonly member_number?: string
  }
}

/** The demo's people, and one who is not a member yet. By subject. */
function accountsOf(partner: Partner): ReadonlyMap<string, Account> {
  const members = demoMembers(partner, new Date(0), null).map(({ person, member }): [string, Account] => [
    person,
    {
      claims: {
        given_name: member.firstName,
        family_name: member.lastName,
        email: member.email.toLowerCase(),
        email_verified: true,
        ...(member.memberNumber ? { member_number: member.memberNumber } : {}),
      },
    },
  ])
  const newcomer: Account = {
    claims: {
      given_name: 'Noor',
      family_name: 'Haddad',
      email: `newcomer@${partner.slug}.example`,
      email_verified: true,
    },
  }
  return new Map([...members, ['newcomer', newcomer]])
}

interface DemoPartner extends Partner {
  readonly clientId: string
}

const folder = join(import.meta.dirname, '../../../partners')

/** These are the shipped partners with single sign-on. */
async function readDemoPartners(): Promise<DemoPartner[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const read = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(({ name }) => readPartner(name)),
  )
  return read.flatMap(partner => {
    const clientId = partner?.settings.singleSignOn?.clientId
    return partner && clientId ? [{ ...partner, clientId }] : []
  })
}

async function readPartner(slug: string): Promise<Partner | null> {
  const text = (file: PartnerFile) => readFile(join(folder, slug, file), 'utf8').catch(() => '')
  const json = async (file: PartnerFile) => JSON.parse((await text(file)) || '{}')
  const built = buildPartner({
    slug,
    settings: await json(partnerFiles.settings),
    theme: await json(partnerFiles.theme),
    copy: await json(partnerFiles.copy),
    logo: await text(partnerFiles.logo),
    logoMark: await text(partnerFiles.logoMark),
  })
  return built.ok ? built.partner : null
}

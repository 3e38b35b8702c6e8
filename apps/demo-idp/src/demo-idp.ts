import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { buildPartner, type PartnerFile, partnerFiles } from '@dineward/core/partner/partner.ts'
import Provider, { type Configuration } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { type Account, accountsOf } from './accounts.ts'
import { interact } from './interaction.ts'
import { signInPage, signOutPage } from './pages.ts'
import { createStaffProvider } from './staff-provider.ts'
import { createStandIn, standInOf } from './stand-ins.ts'

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
  const partners = await readDemoPartners()
  const partner = partners.map(withSingleSignOn).find(found => found !== null)
  if (!partner) throw new Error('No partner has single sign-on.')
  const accounts = accountsOf(partner)
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, configurationOf(partner, productPort, accounts))
  const handle = provider.callback()
  const staff = createStaffProvider(commonConfiguration(), { issuer, productPort })
  const standIns = {
    apple: createStandIn('apple', { issuer, partners, productPort }),
    google: createStandIn('google', { issuer, partners, productPort }),
  }
  const server = createServer((request, response) => {
    // Browsers ask for it, and report an error where there is none.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    if (request.url?.startsWith('/staff/')) return staff(request, response)
    const standIn = standInOf(request.url ?? '')
    if (standIn) return standIns[standIn](request, response)
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '') ?? []
    if (!uid) return void handle(request, response)
    const page = (entered: Parameters<typeof signInPage>[1]) => signInPage(partner, entered)
    interact(provider, accounts, page, request, response).catch(() => {
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

function commonConfiguration(): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    // The default one is the same, with a warning at each start.
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [crypto.randomUUID()] },
    ttl: { Interaction: 3_600, Session: 1_209_600, Grant: 1_209_600, IdToken: 3_600, AccessToken: 3_600 },
    // The product reads the ID token and asks nothing more.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // The partner's own programs: nothing to consent to.
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

function configurationOf(
  partner: DemoPartner,
  productPort: number,
  accounts: ReadonlyMap<string, Account>,
): Configuration {
  const product = `http://${partner.slug}.localhost:${productPort}`
  return {
    ...commonConfiguration(),
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
    claims: {
      openid: ['sub'],
      profile: ['given_name', 'family_name', 'member_number'],
      email: ['email', 'email_verified'],
    },
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

interface DemoPartner extends Partner {
  readonly clientId: string
}

const folder = join(import.meta.dirname, '../../../partners')

async function readDemoPartners(): Promise<Partner[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const read = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(({ name }) => readPartner(name)),
  )
  return read.filter(partner => partner !== null)
}

function withSingleSignOn(partner: Partner): DemoPartner | null {
  const clientId = partner.settings.singleSignOn?.clientId
  return clientId ? { ...partner, clientId } : null
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

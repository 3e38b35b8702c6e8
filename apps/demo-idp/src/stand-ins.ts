import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  offeredSignInProviders,
  type SignInProvider,
  signInProviders,
} from '@dineward/core/partner/partner-questions.ts'
import { escapeHtml } from '@dineward/core/shared/text/escape-html.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { demoGoogleSecret } from '@dineward/demo-world/demo-accounts.ts'
import Provider, { type Configuration } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { type Account, accountsOf } from './accounts.ts'
import { interact } from './interaction.ts'
import { standInPage } from './pages.ts'

/* Apple and Google have stand-ins in the demo, with the demo's people. Each is mounted at its name. */

interface StandIn {
  readonly issuer: string
  readonly partners: readonly Partner[]
  readonly productPort: number
}

export const standInOf = (url: string): SignInProvider | undefined =>
  signInProviders.find(name => url.startsWith(`/${name}/`))

export function createStandIn(name: SignInProvider, { issuer, partners, productPort }: StandIn) {
  const offering = partners.filter(partner => offeredSignInProviders(partner).includes(name))
  const accounts = new Map(offering.flatMap(partner => [...accountsUnder(partner)]))
  const provider = new Provider(
    `${issuer}/${name}`,
    configurationOf(name, offering, { accounts, productPort }),
  )
  if (name === 'apple') actAsApple(provider, accounts)
  const handle = provider.callback()
  return (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): void => {
    // The library does not know this prompt of Google. The other one asks who signs in all the same.
    request.originalUrl = (request.url ?? '').replace('&prompt=select_account', '&prompt=login')
    request.url = request.originalUrl.slice(`/${name}`.length)
    if (!/^\/interaction\/[\w-]+$/.test(request.url)) return void handle(request, response)
    const page = (entered: { userName: string; failed: boolean }) =>
      standInPage(signInProviderNames[name], entered)
    interact(provider, accounts, page, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end('This sign-in has expired. Go back and start again.')
    })
  }
}

/** People of two partners may have the same name. */
const accountsUnder = (partner: Partner) =>
  [...accountsOf(partner)].map(([id, account]) => [`${partner.slug}-${id}`, account] as const)

function configurationOf(
  name: SignInProvider,
  partners: readonly Partner[],
  { accounts, productPort }: { accounts: ReadonlyMap<string, Account>; productPort: number },
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    adapter: createMemoryAdapter(),
    clients: partners.map(({ slug, settings }) => ({
      client_id: settings.signInProviders[name] ?? '',
      client_secret: demoGoogleSecret,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [`http://${slug}.localhost:${productPort}/api/SignIn/${name}/Callback`],
    })),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    // Both stand-ins have cookies at one host.
    cookies: {
      keys: [crypto.randomUUID()],
      names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
    },
    scopes: ['openid', 'name'],
    claims: {
      openid: ['sub'],
      // Apple tells the name beside the token.
      profile: ['given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    ttl: { Interaction: 3_600, Session: 1_209_600, Grant: 1_209_600, IdToken: 3_600, AccessToken: 3_600 },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/${name}/interaction/${uid}` },
    async findAccount(_context, id) {
      const account = accounts.get(id)
      return account && { accountId: id, claims: async () => ({ sub: id, ...account.claims }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid profile email name')
      await grant.save()
      return grant
    },
  }
}

/** Apple takes a token for a secret, and posts the name the first time. */
function actAsApple(provider: Provider, accounts: ReadonlyMap<string, Account>): void {
  const known = new Set<string>()
  Object.assign(provider.Client.prototype, {
    compareClientSecret: (secret: string) => /^[\w-]+\.[\w-]+\.[\w-]{86}$/.test(secret),
  })
  provider.use(async (context, next) => {
    await next()
    const id = context.oidc?.session?.accountId
    const { given_name: firstName, family_name: lastName } = accounts.get(id ?? '')?.claims ?? {}
    if (!id || known.has(id) || typeof context.body !== 'string' || !context.body.includes('name="code"'))
      return
    known.add(id)
    const user = escapeHtml(JSON.stringify({ name: { firstName, lastName } }))
    context.body = context.body.replace(
      '</form>',
      `<input type="hidden" name="user" value="${user}"/></form>`,
    )
  })
}

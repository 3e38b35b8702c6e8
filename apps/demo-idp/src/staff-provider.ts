import type { IncomingMessage, ServerResponse } from 'node:http'
import { consoleAccounts } from '@dineward/demo-world/demo-accounts.ts'
import Provider, { type Configuration } from 'oidc-provider'
import { interact } from './interaction.ts'
import { standInPage } from './pages.ts'

interface StaffAccount {
  readonly claims: {
    readonly name: string
    readonly email: string
    readonly email_verified: boolean
    readonly groups: readonly string[]
  }
}

/** The demo's staff with a group for each role, one who has no account yet, and one whom no group lets in. */
function staffAccounts(): ReadonlyMap<string, StaffAccount> {
  const people = [
    ...consoleAccounts.map(({ email, name, role, partner }) => ({
      email: email as string,
      name: name as string,
      groups: [partner === '*' ? `dining-${role}` : `${partner}-${role}`],
    })),
    { email: 'newcomer@dineward.example', name: 'Noor Haddad', groups: ['dining-support'] },
    { email: 'outsider@dineward.example', name: 'Otis Lang', groups: ['facilities'] },
  ]
  return new Map(
    people.map(({ email, name, groups }) => [
      email.split('@').join('-at-'),
      { claims: { name, email, email_verified: true, groups } },
    ]),
  )
}

/** The directory of the console's staff, below `/staff`: sessions of members are not theirs. */
export function createStaffProvider(
  common: Configuration,
  { issuer, productPort }: { readonly issuer: string; readonly productPort: number },
): (request: IncomingMessage, response: ServerResponse) => void {
  const accounts = staffAccounts()
  const provider = new Provider(`${issuer}/staff`, {
    ...common,
    clients: [
      {
        client_id: 'dineward-console',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`http://console.localhost:${productPort}/api/Console/Sso/Callback`],
      },
    ],
    cookies: {
      ...common.cookies,
      names: { session: '_staff_session', interaction: '_staff_interaction', resume: '_staff_resume' },
    },
    claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/staff/interaction/${uid}` },
    async findAccount(_context, id) {
      const account = accounts.get(id)
      return account && { accountId: id, claims: async () => ({ sub: id, ...account.claims }) }
    },
  })
  const handle = provider.callback()
  const page = (entered: Parameters<typeof standInPage>[1]) => standInPage('the directory of staff', entered)
  return (request, response) => {
    const path = request.url ?? ''
    if (!path.startsWith('/staff/interaction/')) {
      // Addresses that the library makes begin with what its part of the path leaves out.
      return void handle(
        Object.assign(request, { originalUrl: path, url: path.slice('/staff'.length) }),
        response,
      )
    }
    interact(provider, accounts, page, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end('This sign-in has expired. Go back and start again.')
    })
  }
}

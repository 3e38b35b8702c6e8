import type { IncomingMessage, ServerResponse } from 'node:http'
import { demoPassword } from '@dineward/demo-world/demo-accounts.ts'
import type Provider from 'oidc-provider'
import type { Account } from './accounts.ts'

/** The page where a person signs in, and what they send from it. */
export async function interact(
  provider: Provider,
  accounts: ReadonlyMap<string, { readonly claims: Pick<Account['claims'], 'email' | 'member_number'> }>,
  page: (entered: { userName: string; failed: boolean }) => string,
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
  response.end(page({ userName, failed: form !== null }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > 4_096) throw new Error('body too large')
  }
  return body
}

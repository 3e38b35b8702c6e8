import type {
  deleteConsolePasskey,
  deleteConsoleSessions,
  getConsoleAccount,
  postConsolePasskey,
  postConsolePasskeyOptions,
  putConsolePassword,
} from '@dineward/core/console-session/console-account.contract.ts'
import { startRegistration } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => api<typeof getConsoleAccount>('GET', '/api/Console/Account', {}),
})

export const changePassword = (body: { current: string; password: string }) =>
  api<typeof putConsolePassword>('PUT', '/api/Console/Account/Password', { body })

export async function addPasskey({ password, name }: { password: string; name: string }) {
  const optionsJSON = await api<typeof postConsolePasskeyOptions>(
    'POST',
    '/api/Console/Account/Passkeys/Options',
    { body: { password } },
  )
  const response = await startRegistration({
    optionsJSON: optionsJSON as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  return api<typeof postConsolePasskey>('POST', '/api/Console/Account/Passkeys', {
    body: { name, response: { ...response } },
  })
}

export const removePasskey = (id: string) =>
  api<typeof deleteConsolePasskey>('DELETE', '/api/Console/Account/Passkeys', { query: { id } })

/** All but this one without an id. */
export const endSessions = (id?: string) =>
  api<typeof deleteConsoleSessions>('DELETE', '/api/Console/Account/Sessions', { query: id ? { id } : {} })

import type {
  deleteConsolePasskey,
  deleteConsoleSessions,
  postConsolePasskey,
  postConsolePasskeyOptions,
  putConsolePassword,
  StaffProof,
} from '@dineward/core/console-session/console-account.contract.ts'
import { startRegistration } from '@simplewebauthn/browser'
import { api } from '../../lib/api.ts'

export const changePassword = (body: { current: string; password: string }) =>
  api<typeof putConsolePassword>('PUT', '/api/Console/Account/Password', { body })

export async function addPasskey(name: string, proof: StaffProof) {
  const optionsJSON = await api<typeof postConsolePasskeyOptions>(
    'POST',
    '/api/Console/Account/Passkeys/Options',
    { body: proof },
  )
  const response = await startRegistration({
    optionsJSON: optionsJSON as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  return api<typeof postConsolePasskey>('POST', '/api/Console/Account/Passkeys', {
    body: { name, response: { ...response } },
  })
}

export const removePasskey = (id: string, proof: StaffProof) =>
  api<typeof deleteConsolePasskey>('DELETE', '/api/Console/Account/Passkeys', { query: { id }, body: proof })

/** Without an id, all sessions but this one end. */
export const endSessions = (id?: string) =>
  api<typeof deleteConsoleSessions>('DELETE', '/api/Console/Account/Sessions', { query: id ? { id } : {} })

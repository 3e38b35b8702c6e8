import type {
  postEmulationEnd,
  postMemberEmulate,
} from '@dineward/core/console-support/emulations.contract.ts'
import type {
  postMemberBookingBan,
  postMemberEmail,
  postMemberEmailCancel,
  postMemberErasure,
  postMemberErasureCancel,
  postMemberExport,
  postMemberResend,
  postMemberSignOut,
  postMemberUnlock,
} from '@dineward/core/console-support/member-actions.contract.ts'
import { api, isChangedMeanwhile, saveAs } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { memberQuery } from './support.queries.ts'

/* Each answers the sentence that the toast shows. */

async function refreshed(id: string, sentence: string): Promise<string> {
  await queryClient.invalidateQueries({ queryKey: ['support', 'member', id] })
  return sentence
}

export async function unlock(id: string, reason: string): Promise<string> {
  const path = '/api/Console/Members/:id/Unlock'
  const { unlocked } = await api<typeof postMemberUnlock>('POST', path, { params: { id }, body: { reason } })
  return refreshed(id, unlocked ? 'Unlocked. The member can sign in.' : 'There was no lock any more.')
}

export async function signOut(id: string, reason: string): Promise<string> {
  const path = '/api/Console/Members/:id/SignOut'
  await api<typeof postMemberSignOut>('POST', path, { params: { id }, body: { reason } })
  return refreshed(id, 'Signed out everywhere.')
}

export async function resend(id: string, mail: 'confirmation' | 'recovery', reason: string): Promise<string> {
  const path = '/api/Console/Members/:id/Resend'
  const { sent } = await api<typeof postMemberResend>('POST', path, {
    params: { id },
    body: { mail, reason },
  })
  return refreshed(id, sent ? 'The mail is on its way.' : 'Nothing to send: the address is confirmed.')
}

/** Where it changed meanwhile, the page shows how it is before the caller hears of it. @throws ApiError */
async function withVersion<T>(id: string, change: Promise<T>): Promise<T> {
  return change.catch(async (error: unknown) => {
    if (isChangedMeanwhile(error)) await queryClient.fetchQuery({ ...memberQuery(id), staleTime: 0 })
    throw error
  })
}

export async function banFromBooking(
  id: string,
  body: { readonly banned: boolean; readonly version: string; readonly reason: string },
): Promise<string> {
  const { banned } = body
  const path = '/api/Console/Members/:id/BookingBan'
  await withVersion(id, api<typeof postMemberBookingBan>('POST', path, { params: { id }, body }))
  return refreshed(id, banned ? 'The member cannot book tables now.' : 'The member can book tables again.')
}

export async function requestErasure(id: string, reason: string): Promise<string> {
  const path = '/api/Console/Members/:id/Erasure'
  const body = { reason }
  const { erasureAt } = await api<typeof postMemberErasure>('POST', path, { params: { id }, body })
  return refreshed(id, `The member is erased on ${formatTime(erasureAt)}. Until then it can be canceled.`)
}

export async function cancelErasure(
  id: string,
  body: { readonly version: string; readonly reason: string },
): Promise<string> {
  const path = '/api/Console/Members/:id/Erasure/Cancel'
  await withVersion(id, api<typeof postMemberErasureCancel>('POST', path, { params: { id }, body }))
  return refreshed(id, 'The member stays.')
}

export async function exportMember(id: string, reason: string): Promise<string> {
  const path = '/api/Console/Members/:id/Export'
  const data = await api<typeof postMemberExport>('POST', path, { params: { id }, body: { reason } })
  saveAs(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `member-${id}.json`)
  return refreshed(id, 'Saved everything that is stored about the member.')
}

export async function mailEmailLink(
  id: string,
  body: { readonly email: string; readonly version: string; readonly reason: string },
): Promise<string> {
  const path = '/api/Console/Members/:id/Email'
  const mailed = api<typeof postMemberEmail>('POST', path, { params: { id }, body })
  const { until } = await withVersion(id, mailed)
  return refreshed(id, `The link is on its way to ${body.email}, and works until ${formatTime(until)}.`)
}

export async function cancelEmailChange(
  id: string,
  body: { readonly version: string; readonly reason: string },
): Promise<string> {
  const path = '/api/Console/Members/:id/Email/Cancel'
  await withVersion(id, api<typeof postMemberEmailCancel>('POST', path, { params: { id }, body }))
  return refreshed(id, 'Canceled. The address stays as it was.')
}

export interface Emulation {
  readonly id: string
  readonly address: string
}

export async function startEmulation(id: string, reason: string): Promise<Emulation> {
  const path = '/api/Console/Members/:id/Emulate'
  const { emulation } = await api<typeof postMemberEmulate>('POST', path, {
    params: { id },
    body: { reason },
  })
  return emulation
}

export async function endEmulation(id: string): Promise<void> {
  await api<typeof postEmulationEnd>('POST', '/api/Console/Emulations/:id/End', { params: { id } })
}

import type { postActivate } from '@dineward/core/identity/activation.contract.ts'
import {
  activationEntry,
  activationOf,
  type KnownVisitor,
  type ReferralReason,
} from '@dineward/core/identity/activation.rules.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import type { AppContext } from '../../app-context.ts'
import { publicIdParam } from '../../lib/browser/known-visitor.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { knownVisitorQuery } from './known-visitor.queries.ts'
import { memberQuery } from './member.queries.ts'

/** Where to redirect if activation is not possible; null if it is (shell §4 Tier-1 activation). */
export async function activationRedirect(app: AppContext, request: Request): Promise<string | null> {
  const publicId = new URL(request.url).searchParams.get(publicIdParam)
  const visitor = await app.queryClient.fetchQuery({ ...knownVisitorQuery(app, publicId), staleTime: 0 })
  const entry = activationEntry(visitor)
  if (entry.kind === 'activation') return null
  const path = entry.to === 'join' ? '/join' : signInPath(app.partner)
  return `${path}?rfr=${entry.rfr satisfies ReferralReason}`
}

/** Whether the account that the address names is active. */
export async function isActivated(app: AppContext, request: Request): Promise<boolean> {
  const publicId = new URL(request.url).searchParams.get(publicIdParam)
  const visitor = await app.queryClient.ensureQueryData(knownVisitorQuery(app, publicId))
  return visitor.state === 'known' && activationOf(visitor.member) === 'done'
}

/** @returns the path to continue at. @throws ApiError */
export async function activate(app: AppContext, publicId: string): Promise<string> {
  const body = { publicId }
  const member = await app.api.call<typeof postActivate>('POST', '/api/Member/Activate', { body })
  const visitor: KnownVisitor = { state: 'known', member }
  app.queryClient.setQueryData(knownVisitorQuery(app, publicId).queryKey, visitor)
  await app.queryClient.invalidateQueries({ queryKey: memberQuery(app).queryKey })
  return `/activate/activated?${publicIdParam}=${encodeURIComponent(publicId)}`
}

/** Shell §8 has the text for a failed activation. */
export function activationErrorText(app: AppContext): string {
  return `${copyWriter(app)('activate.error')} ${app.partner.settings.customerSupport.phone.formatted}`
}

import { offeredSignInProviders, type SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import type { ProvenPerson } from '../../../gateways/sign-on/sign-in-providers.ts'
import { SingleSignOnError } from '../../../gateways/sign-on/single-sign-on.ts'
import type { PostedAnswer } from '../identity.tables.ts'
import type { Browser, OpenedSession } from '../sessions/sessions.service.ts'
import { hashToken } from '../sessions/tokens.service.ts'
import { isDeviceOf } from '../sign-in/devices.service.ts'
import { completeSignIn } from '../sign-in/sign-in.service.ts'
import { findSignInLock } from '../sign-in/sign-in-lock.service.ts'
import { findIdentity, insertAttempt, takeAttempt } from '../single-sign-on/sso.repository.ts'
import { findMemberOf } from './proven-identity.service.ts'
import { replaceProvenIdentity, storeAnswer } from './provider-sign-in.repository.ts'

const attemptMinutes = 10
const provenMinutes = 30

/** @returns the provider's address. @throws `not_found`, SingleSignOnError */
export async function startProviderSignIn(
  ctx: Context,
  input: {
    provider: SignInProvider
    redirectUri: string
    browserToken: string
    returnTo: string
    isLinking: boolean
  },
): Promise<string> {
  const { partner, gateways, clock } = ctx
  const { provider } = input
  assertOffers(ctx, provider)
  const { url, attempt } = await gateways.signInProviders.start(partner, provider, input.redirectUri)
  await insertAttempt(ctx.db, {
    partnerId: partner.slug,
    stateHash: hashToken(attempt.state),
    browserHash: hashToken(input.browserToken),
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    maxAgeSeconds: attempt.maxAgeSeconds,
    returnTo: input.returnTo,
    provider,
    isLinking: input.isLinking,
    expiresAt: new Date(clock.now().getTime() + minutes(attemptMinutes)),
  })
  return url
}

/**
 * Apple posts its answer from its own site, and such a call has no cookie of ours: the answer waits for the browser that
 * began. Knowing the state proves only that the answer belongs to an attempt. @throws `not_found`, SingleSignOnError
 */
export async function receiveAnswer(
  ctx: Context,
  { provider, state, answer }: { provider: SignInProvider; state: string; answer: PostedAnswer },
): Promise<void> {
  assertOffers(ctx, provider)
  const key = { partnerId: ctx.partner.slug, stateHash: hashToken(state), provider }
  if (!(await storeAnswer(ctx.db, key, answer, ctx.clock.now()))) throw noSuchSignIn()
}

export type FinishedSignIn = { readonly returnTo: string } & (
  | { readonly outcome: 'signed_in'; readonly memberId: string; readonly session: OpenedSession }
  /** A page asks what is missing: to join, or to link. */
  | { readonly outcome: 'join' | 'link' }
  /** A member who links the account of another one. */
  | { readonly outcome: 'taken' }
)

/** @throws `not_found`, `account_locked`, SingleSignOnError; all know `returnTo` once the attempt is found. */
export async function finishProviderSignIn(
  ctx: Context,
  input: {
    provider: SignInProvider
    callbackUrl: URL
    browserToken: string
    browser: Browser
    memberId: string | null
    origin: string
  },
): Promise<FinishedSignIn> {
  assertOffers(ctx, input.provider)
  const { provider, browserToken } = input
  const state = input.callbackUrl.searchParams.get('state') ?? ''
  const key = {
    partnerId: ctx.partner.slug,
    stateHash: hashToken(state),
    browserHash: hashToken(browserToken),
    provider,
  }
  const attempt = await takeAttempt(ctx.db, key, ctx.clock.now())
  if (!attempt) throw noSuchSignIn()
  const { returnTo, isLinking, answer } = attempt
  try {
    const callbackUrl = answer ? withAnswer(input.callbackUrl, answer) : input.callbackUrl
    const proven = await ctx.gateways.signInProviders.finish(ctx.partner, provider, callbackUrl, {
      ...attempt,
      state,
    })
    const person = {
      ...proven,
      firstName: proven.firstName || (answer?.firstName ?? ''),
      lastName: proven.lastName || (answer?.lastName ?? ''),
    }
    return { ...(await settle(ctx, { ...input, person, isLinking })), returnTo }
  } catch (error) {
    throw Object.assign(error as Error, { returnTo })
  }
}

type Settled = FinishedSignIn extends infer F ? (F extends unknown ? Omit<F, 'returnTo'> : never) : never

async function settle(
  ctx: Context,
  input: {
    provider: SignInProvider
    person: ProvenPerson
    isLinking: boolean
    browserToken: string
    browser: Browser
    memberId: string | null
    origin: string
  },
): Promise<Settled> {
  const { person, isLinking } = input
  const { issuer, subject } = person
  const memberId = await findIdentity(ctx.db, { partnerId: ctx.partner.slug, issuer, subject })
  if (memberId && isLinking && input.memberId && memberId !== input.memberId) return { outcome: 'taken' }
  if (memberId) return { outcome: 'signed_in', ...(await signInKnown(ctx, { ...input, memberId })) }
  await replaceProvenIdentity(ctx.db, {
    partnerId: ctx.partner.slug,
    browserHash: hashToken(input.browserToken),
    provider: input.provider,
    ...person,
    expiresAt: new Date(ctx.clock.now().getTime() + minutes(provenMinutes)),
  })
  if (isLinking && input.memberId) return { outcome: 'link' }
  if (person.email === null) throw new ProviderSignInError('no_email')
  return { outcome: (await findMemberOf(ctx, person.email)) ? 'link' : 'join' }
}

/** A lock holds here as for a password, unless the device is known: a stranger who guessed may know more. */
async function signInKnown(
  ctx: Context,
  input: { memberId: string; browser: Browser; origin: string },
): Promise<{ memberId: string; session: OpenedSession }> {
  const { memberId, browser, origin } = input
  const { deviceToken } = browser
  const lockedUntil = await findSignInLock(ctx, { partnerId: ctx.partner.slug, account: memberId })
  if (lockedUntil && !(deviceToken && (await isDeviceOf(ctx, memberId, deviceToken))))
    throw new AppError('account_locked', { lockedUntil, concern: { memberId } })
  return ctx.db
    .transaction()
    .execute(trx => completeSignIn({ ...ctx, db: trx }, { memberId, remember: false, browser, origin }))
}

/** The person or the provider left something out: no answer is wrong. */
export class ProviderSignInError extends Error {
  readonly kind: 'no_email'

  constructor(kind: ProviderSignInError['kind']) {
    super(`sign-in with a provider: ${kind}`)
    this.kind = kind
  }
}

function withAnswer(callbackUrl: URL, { parameters }: PostedAnswer): URL {
  const url = new URL(callbackUrl.pathname, callbackUrl)
  url.search = new URLSearchParams(parameters).toString()
  return url
}

const noSuchSignIn = () => new SingleSignOnError('refused', 'no such sign-in was started by this browser')

function assertOffers({ partner }: Context, provider: SignInProvider): void {
  if (!offeredSignInProviders(partner).includes(provider)) throw new AppError('not_found')
}

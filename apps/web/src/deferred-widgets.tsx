import { isCardMember } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { KnownVisitorRecorder } from './features/identity/known-visitor-recorder.ts'
import { renewSession } from './features/identity/renew-session.ts'
import { NotificationOwner } from './features/notifications/notification-owner.ts'
import { Prompts } from './features/prompts/prompts.tsx'
import { SessionTimeout } from './features/prompts/session-timeout.ts'
import { AntiForgeryPrefetch, EmulationExit } from './features/prompts/startup.ts'
import { Pwa } from './features/pwa/pwa.tsx'
import { Tracking } from './features/tracking/tracking.tsx'
import { knownVisitorId, onKnownVisitor } from './lib/known-visitor.ts'
import { useApp } from './partner/partner-context.tsx'
import { OptionalPart } from './ui/optional-part.tsx'
import { Toasts } from './ui/toast.tsx'

const RichText = lazy(async () => ({ default: (await import('./features/content/rich-text.tsx')).RichText }))
const FavoritesFromElsewhere = lazy(async () => ({
  default: (await import('./features/favorites/favorites-from-elsewhere.ts')).FavoritesFromElsewhere,
}))
const SurveyBar = lazy(async () => ({
  default: (await import('./features/surveys/survey-bar.tsx')).SurveyBar,
}))

const KnownVisitorCall = lazy(async () => ({
  default: (await import('./features/identity/activation-call.tsx')).KnownVisitorCall,
}))

/** At the end of every page that has none of its own. */
function ActivationLink() {
  const { pathname } = useLocation()
  if (pathname === '/' || /^\/activate(?:\/|$)/.test(pathname)) return null
  return (
    <OptionalPart>
      <KnownVisitorCall />
    </OptionalPart>
  )
}

export function DeferredWidgets({ member }: { readonly member: Member | null }) {
  const app = useApp()
  const visitorId = useSyncExternalStore(onKnownVisitor, knownVisitorId, () => null)
  return (
    <Suspense fallback={null}>
      {member === null && visitorId !== null ? <ActivationLink /> : null}
      <Pwa member={member} visitorId={visitorId} />
      <OptionalPart>
        <Toasts />
        <AntiForgeryPrefetch />
        <KnownVisitorRecorder />
        <NotificationOwner publicId={member?.publicId ?? null} />
        <Tracking memberId={member?.publicId ?? null} />
        <SessionTimeout signedIn={member !== null} renew={() => renewSession(app)} />
        {isCardMember(member) && hasFavorites(app.partner) ? <FavoritesFromElsewhere /> : null}
        <EmulationExit />
        <Prompts memberType={member?.memberType ?? null} renderText={text => <RichText html={text} />} />
        {app.frame.surveys.length > 0 ? <SurveyBar publicId={member?.publicId ?? visitorId} /> : null}
      </OptionalPart>
    </Suspense>
  )
}

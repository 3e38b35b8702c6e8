import { isCardMember } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { KnownVisitorRecorder } from './features/identity/known-visitor-recorder.ts'
import { renewSession } from './features/identity/sessions/renew-session.ts'
import { Prompts } from './features/prompts/prompts.tsx'
import { SessionTimeout } from './features/prompts/session-timeout.ts'
import { AntiForgeryPrefetch, EmulationExit } from './features/prompts/startup.ts'
import { Pwa } from './features/pwa/pwa.tsx'
import { Tracking } from './features/tracking/tracking.tsx'
import { knownVisitorId, onKnownVisitor } from './lib/browser/known-visitor.ts'
import { deferred, OptionalPart } from './lib/deferred/deferred.tsx'
import { useApp } from './partner/partner-context.tsx'
import { Toasts } from './ui/dialog/toast.tsx'

const RichText = deferred(
  () => import('./features/content/blocks/rich-text.tsx'),
  module => module.RichText,
  { when: 'now' },
)
const FavoritesFromElsewhere = deferred(
  () => import('./features/favorites/favorites-from-elsewhere.ts'),
  module => module.FavoritesFromElsewhere,
  { when: 'now' },
)
const NotificationOwner = deferred(
  () => import('./features/notifications/notification-owner.ts'),
  module => module.NotificationOwner,
  { when: 'now' },
)
const SurveyBar = deferred(
  () => import('./features/surveys/survey-bar.tsx'),
  module => module.SurveyBar,
  { when: 'now' },
)
const KnownVisitorCall = deferred(
  () => import('./features/identity/activation-call.tsx'),
  module => module.KnownVisitorCall,
  { when: 'now' },
)

/** At the end of every page that has none of its own. */
function ActivationLink() {
  const { pathname } = useLocation()
  if (pathname === '/' || /^\/activate(?:\/|$)/.test(pathname)) return null
  return <KnownVisitorCall />
}

export function DeferredWidgets({ member }: { readonly member: Member | null }) {
  const app = useApp()
  const visitorId = useSyncExternalStore(onKnownVisitor, knownVisitorId, () => null)
  return (
    <>
      {member === null && visitorId !== null ? <ActivationLink /> : null}
      <Pwa member={member} visitorId={visitorId} />
      <OptionalPart>
        <Toasts />
        <AntiForgeryPrefetch />
        <KnownVisitorRecorder />
        {member ? <NotificationOwner publicId={member.publicId} /> : null}
        <Tracking memberId={member?.publicId ?? null} />
        <SessionTimeout signedIn={member !== null} renew={() => renewSession(app)} />
        {isCardMember(member) && hasFavorites(app.partner) ? <FavoritesFromElsewhere /> : null}
        <EmulationExit />
        <Prompts memberType={member?.memberType ?? null} renderText={text => <RichText html={text} />} />
        {app.frame.surveys.length > 0 ? <SurveyBar publicId={member?.publicId ?? visitorId} /> : null}
      </OptionalPart>
    </>
  )
}

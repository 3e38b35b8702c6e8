import type { Member } from '@dineward/core/members/members.contract.ts'
import { lazy, Suspense } from 'react'
import { AppParts } from '../features/app/app-parts.tsx'
import { KnownVisitorKeeper } from '../features/members/known-visitor-keeper.ts'
import { renewSession } from '../features/members/renew-session.ts'
import { PassingMoments } from '../features/moments/passing-moments.tsx'
import { SessionKeeper } from '../features/moments/session-keeper.ts'
import { EmulationExit, TokenKeeper } from '../features/moments/start-up.ts'
import { Tracking } from '../features/tracking/tracking.tsx'
import { knownVisitorId } from '../lib/known-visitor.ts'
import { useApp } from '../partner/partner-context.tsx'
import { Quietly } from '../ui/quietly.tsx'
import { Toasts } from '../ui/toast.tsx'

const RichText = lazy(async () => ({ default: (await import('../features/content/rich-text.tsx')).RichText }))
const SurveyBar = lazy(async () => ({
  default: (await import('../features/surveys/survey-bar.tsx')).SurveyBar,
}))

/**
 * What every page has, and no page waits for: loaded once the page has come alive. A line a part; each decides itself
 * whether there is anything to show.
 */
export function LaterParts({ member }: { readonly member: Member | null }) {
  const app = useApp()
  return (
    <Suspense fallback={null}>
      <AppParts member={member} visitorId={knownVisitorId()} />
      <Quietly>
        <Toasts />
        <TokenKeeper />
        <KnownVisitorKeeper />
        <Tracking memberId={member?.publicId ?? null} />
        <SessionKeeper signedIn={member !== null} renew={() => renewSession(app)} />
        <EmulationExit />
        <PassingMoments
          memberType={member?.memberType ?? null}
          renderText={text => <RichText html={text} />}
        />
        {app.frame.surveys.length > 0 ? <SurveyBar publicId={member?.publicId ?? knownVisitorId()} /> : null}
      </Quietly>
    </Suspense>
  )
}

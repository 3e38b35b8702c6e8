import { deviceText } from '@dineward/core/identity/device-name.rules.ts'
import type { MemberSession } from '@dineward/core/identity/sessions.contract.ts'
import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { PostButton, RowList, RowSection } from '../../../ui/page/row-list.tsx'
import { SessionRow } from './session-row.tsx'
import { endSessions, sessionsQuery } from './sessions.queries.ts'

type Ending = MemberSession | 'others'

export function SessionsSection() {
  const copy = useCopy()
  const throughPartner = usesSingleSignOn(usePartner())
  const { data: sessions = [] } = useQuery(sessionsQuery(useApp()))
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const [which, setWhich] = useState<Ending>('others')
  const end = useEnding(() => list.current?.focus())
  const timeZone = sessions.find(({ current }) => current)?.timeZone ?? null

  function ask(about: Ending) {
    if (end.isPending) return
    setWhich(about)
    setAsking(true)
  }

  return (
    <RowSection
      id="sessions"
      title={copy('sessions.title')}
      text={copy(throughPartner ? 'sessions.text.sso' : 'sessions.text')}
    >
      <RowList ref={list} labelId="sessions">
        {sessions.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            timeZone={timeZone}
            ending={end.isPending && end.variables === session}
            onEnd={() => ask(session)}
          />
        ))}
      </RowList>
      {sessions.length > 1 ? (
        <PostButton
          action="/account/end_session"
          size="normal"
          busy={end.isPending && end.variables === 'others'}
          onPress={() => ask('others')}
        >
          {copy('sessions.others')}
        </PostButton>
      ) : null}
      <ConfirmDialog
        open={asking}
        {...questionAbout(which, copy)}
        action={copy('sessions.end')}
        cancel={copy('sessions.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          end.mutate(which)
        }}
      />
    </RowSection>
  )
}

function questionAbout(which: Ending, copy: ReturnType<typeof useCopy>) {
  if (which === 'others') return { title: copy('sessions.others.title'), text: copy('sessions.others.text') }
  const device = deviceText(which, copy)
  return { title: copy('sessions.end.title', { device }), text: copy('sessions.end.text') }
}

function useEnding(onEnded: () => void) {
  const copy = useCopy()
  const app = useApp()
  return useMutation({
    mutationFn: (which: Ending) => endSessions(app, which === 'others' ? which : { id: which.id }),
    onSuccess: (_, which) => {
      toasts.succeed('sessions.end')
      onEnded()
      const done =
        which === 'others'
          ? copy('sessions.others.done')
          : copy('sessions.end.done', { device: deviceText(which, copy) })
      toasts.show('success', done)
    },
    meta: { onFailure: () => toasts.fail('sessions.end', copy('sessions.end.failed')) },
  })
}

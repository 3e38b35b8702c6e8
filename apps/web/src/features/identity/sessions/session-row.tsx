import { deviceAtText, deviceText } from '@dineward/core/identity/device-name.rules.ts'
import type { MemberSession } from '@dineward/core/identity/sessions.contract.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { PostButton, Row } from '../../../ui/page/row-list.tsx'

interface SessionRowProps {
  readonly session: MemberSession
  /** It is the zone of this device; the server does not know it before the first call of a browser. */
  readonly timeZone: string | null
  readonly ending: boolean
  readonly onEnd: () => void
}

export function SessionRow({ session, timeZone, ending, onEnd }: SessionRowProps) {
  const copy = useCopy()
  const device = deviceText(session, copy)
  const { id, language, current } = session
  const details = [
    current ? null : copy('sessions.used', { time: lastUse(session, timeZone) }),
    language && languageName(language),
  ]
  return (
    <Row
      name={deviceAtText(session, copy)}
      mark={current ? copy('sessions.current') : null}
      details={details.filter(Boolean).join(' · ')}
    >
      {current ? null : (
        <PostButton
          action="/account/end_session"
          id={id}
          label={copy('sessions.end.label', { device })}
          busy={ending}
          onPress={onEnd}
        >
          {copy(ending ? 'sessions.end.working' : 'sessions.end')}
        </PostButton>
      )}
    </Row>
  )
}

function lastUse({ lastUsedAt }: MemberSession, timeZone: string | null): string {
  const at = new Date(lastUsedAt)
  if (timeZone === null) return formatInstant(at, 'medium', 'UTC')
  return `${formatInstant(at, 'medium', timeZone)}, ${formatInstant(at, 'time', timeZone)}`
}

function languageName(tag: string): string {
  const names = new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' })
  return names.of(tag) ?? tag
}

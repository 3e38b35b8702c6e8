import {
  readSurveyMessage,
  surveyFrameAddress,
  surveyOrigin,
} from '@dineward/core/surveys/survey-frame.rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './survey-bar.module.css'
import { useDelay } from './use-delay.ts'

/** The thanks are shown for this long (shell §9). */
const closeAfterMs = 4_000
/** Without a message for this long, show that the form is blocked. */
const blockedAfterMs = 20_000

interface SurveyPanelProps {
  readonly surveyId: string
  readonly publicId: string | null
  readonly onDone: () => void
}

/** The frame's messages are accepted only from its own window and origin. */
export function SurveyPanel({ surveyId, publicId, onDone }: SurveyPanelProps) {
  const app = useApp()
  const copy = useCopy()
  const { pathname } = useLocation()
  const [embedId] = useState(() => crypto.randomUUID?.() ?? String(performance.now()))
  // It is not updated: another URL would reset the form.
  const [address] = useState(() => {
    const visit = { surveyId, embedId, origin: location.origin, path: pathname, publicId }
    return surveyFrameAddress(app.partner, visit)
  })
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'submitted'>('loading')
  const late = useDelay(blockedAfterMs)

  useEffect(() => {
    const origin = surveyOrigin(app.partner, app.frame.surveys, location.origin)
    function handleMessage(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const message = readSurveyMessage(event.data, embedId)
      if (message) setState(message.type === 'form-submit' ? 'submitted' : 'ready')
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [app, embedId])

  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (state !== 'submitted') return
    const timer = setTimeout(() => done.current(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <>
      {state === 'loading' ? (
        <div className={styles.waiting}>
          {late ? (
            <Notice kind="warn" role="alert">
              <p>{copy('survey.notLoaded')}</p>
            </Notice>
          ) : (
            <Spinner label={copy('survey.loading')} size="large" />
          )}
        </div>
      ) : null}
      <iframe ref={frame} className={styles.frame} src={address} title={copy('survey.frame')} />
    </>
  )
}

import { surveyToShow } from '@dineward/core/surveys/surveys.rules.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { readStored, writeStored } from '../../lib/browser/stored.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { CloseButton } from '../../ui/dialog/close-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './survey-bar.module.css'
import { SurveyPanel } from './survey-panel.tsx'
import { useDelay } from './use-delay.ts'

const lastSeenKey = (surveyId: string) => `dw.survey.${surveyId}`

interface SurveyBarProps {
  readonly publicId: string | null
}

/** Shown where the survey's terms allow it (shell §4 Survey bar). */
export function SurveyBar({ publicId }: SurveyBarProps) {
  const app = useApp()
  const { pathname } = useLocation()
  const [, setClosedAt] = useState<string | null>(null)
  const now = new Date(Date.now() + app.clockShiftMs)
  const survey = surveyToShow(app.frame.surveys, pathname, id => readStored(lastSeenKey(id)), now)
  if (!survey) return null

  function close(surveyId: string) {
    const closedAt = new Date(Date.now() + app.clockShiftMs).toISOString()
    writeStored(lastSeenKey(surveyId), closedAt)
    setClosedAt(closedAt)
  }
  return <OneSurvey key={survey.id} survey={survey} publicId={publicId} onClose={() => close(survey.id)} />
}

interface OneSurveyProps extends SurveyBarProps {
  readonly survey: { readonly id: string; readonly text: string; readonly delay_timeout: number }
  readonly onClose: () => void
}

/** Collapsed until its title is pressed; a press before the delay is over opens it then. */
function OneSurvey({ survey, publicId, onClose }: OneSurveyProps) {
  const copy = useCopy()
  const [wanted, setWanted] = useState(false)
  const mayOpen = useDelay(survey.delay_timeout * 1_000)
  const open = wanted && mayOpen
  const panelId = `survey-${survey.id}`

  function closeBar() {
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    onClose()
  }
  return (
    <section className={styles.bar} aria-label={copy('survey.label')}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={open}
          aria-controls={panelId}
          aria-busy={wanted && !mayOpen}
          onClick={() => setWanted(!wanted)}
        >
          <Icon name="chevron-down" className={styles.arrow} />
          <span>{survey.text}</span>
        </button>
        <CloseButton label={copy('survey.close')} onClick={closeBar} />
      </div>
      <div id={panelId} className={styles.panel} hidden={!open}>
        {open ? <SurveyPanel surveyId={survey.id} publicId={publicId} onDone={closeBar} /> : null}
      </div>
    </section>
  )
}

import { Form, useNavigation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import styles from './staging.module.css'
import { StagingSection } from './staging-section.tsx'
import { stagingTexts as words } from './staging-texts.ts'

const hour = 3_600_000
const steps = [
  ['clockHour', hour],
  ['clockDay', 24 * hour],
  ['clockSettled', 4 * 24 * hour],
  ['clockMonth', 35 * 24 * hour],
] as const

interface StagingClockProps {
  readonly now: string
  readonly clockShiftMs: number
  readonly error: string | undefined
}

/** Works without script. */
export function StagingClock({ now, clockShiftMs, error }: StagingClockProps) {
  const busy = useNavigation().formMethod === 'POST'
  // The machine's time is seconds old when read.
  const shifted = Math.abs(clockShiftMs) > 5_000
  const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
  return (
    <StagingSection id="clock" title={words.clock} text={words.clockText}>
      <p className={styles.figure}>
        <span className={styles.figureLabel}>{words.clockNow}</span>
        <time dateTime={now} className={styles.time}>
          {now.slice(0, 16).replace('T', ' ')} UTC
        </time>
        <span className={styles.figureLabel}>{shifted ? words.clockShifted : words.clockReal}</span>
      </p>
      <Form method="post" className={styles.buttons}>
        {steps.map(([key, ms]) => (
          <Button key={key} type="submit" name="now" value={later(ms)} variant="quiet" size="small">
            {words[key]}
          </Button>
        ))}
        <Button type="submit" name="now" value="" variant="plain" size="small">
          {words.clockReset}
        </Button>
      </Form>
      <Form method="post" className={styles.clockForm} noValidate>
        <Field
          label={words.clockMove}
          hint={words.clockMoveHint}
          error={error}
          name="moment"
          type="datetime-local"
          defaultValue={now.slice(0, 16)}
          required
        />
        <Button type="submit" busy={busy}>
          {words.clockSubmit}
        </Button>
      </Form>
    </StagingSection>
  )
}

import { maxAnswerLength, type SurveyQuestion, surveyScale } from '@dineward/core/surveys/survey-questions.ts'
import { FieldError, FieldFrame } from '../../ui/form/field.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'
import styles from './survey-question.module.css'

interface SurveyQuestionProps {
  readonly question: SurveyQuestion
  readonly form: PostForm
}

export function SurveyQuestionField({ question, form }: SurveyQuestionProps) {
  const { defaultValue, error, ...field } = form.text(question.id)
  if (question.kind === 'text') {
    const look = { label: question.text, required: question.required, error, id: field.id }
    return (
      <FieldFrame {...look}>
        {control => (
          <textarea
            {...field}
            {...control}
            className={`${control.className} ${styles.area}`}
            rows={3}
            maxLength={maxAnswerLength}
            defaultValue={defaultValue}
          />
        )}
      </FieldFrame>
    )
  }
  const { id, ...radio } = field
  const isScale = question.kind === 'scale'
  const options = isScale ? surveyScale.map(String) : question.options
  const errorId = `${id}-error`
  return (
    <fieldset className={styles.group} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>
        {question.text}
        {question.required ? (
          <span className={styles.asterisk} aria-hidden="true">
            {'\u00a0*'}
          </span>
        ) : null}
      </legend>
      <div className={isScale ? styles.scale : styles.choices}>
        {options.map((option, index) => (
          <label key={option} className={isScale ? styles.step : styles.choice}>
            <input
              {...radio}
              id={index === 0 ? id : undefined}
              type="radio"
              value={option}
              defaultChecked={defaultValue === option}
              required={question.required}
              aria-invalid={error ? true : undefined}
              aria-label={isScale ? endLabel(question, option) : undefined}
              className={styles.radio}
            />
            <span className={styles.face}>{option}</span>
          </label>
        ))}
      </div>
      {isScale && (question.low || question.high) ? (
        <p className={styles.ends} aria-hidden="true">
          <span>{question.low}</span>
          <span>{question.high}</span>
        </p>
      ) : null}
      {error ? <FieldError id={errorId} text={error} /> : null}
    </fieldset>
  )
}

function endLabel(question: Extract<SurveyQuestion, { kind: 'scale' }>, option: string): string {
  const meaning = { [surveyScale[0]]: question.low, [surveyScale.at(-1)!]: question.high }[option]
  return meaning ? `${option}, ${meaning}` : option
}

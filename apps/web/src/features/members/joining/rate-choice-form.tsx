import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../../ui/form/form-layout.tsx'
import { usePostForm } from '../../../ui/form/form-post.ts'
import { rateField, validateRate } from './rate-choice.ts'
import styles from './rate-choice-form.module.css'

const choices = [
  { value: 'yes', title: 'joinRate.with', text: 'joinRate.with.text' },
  { value: 'no', title: 'joinRate.without', text: 'joinRate.without.text' },
] as const

/** Neither is preselected: the choice decides what every dinner earns. */
export function RateChoiceForm() {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => validateRate(app, data))
  const { id, name, error } = form.text(rateField)
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <fieldset className={styles.choices} aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="visually-hidden">{copy('joinRate.title')}</legend>
        {choices.map(({ value, title, text }, index) => (
          <label key={value} className={styles.choice}>
            <input
              id={index === 0 ? id : undefined}
              className={styles.radio}
              type="radio"
              name={name}
              value={value}
              required
              aria-invalid={error ? true : undefined}
            />
            <span>
              <span className={styles.title}>{copy(title)}</span>
              <span className={styles.text}>{copy(text)}</span>
            </span>
          </label>
        ))}
        {error ? <FieldError id={`${id}-error`} text={error} /> : null}
      </fieldset>
      <p className={styles.text}>{copy('joinRate.later')}</p>
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'joinRate.working' : 'join.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}

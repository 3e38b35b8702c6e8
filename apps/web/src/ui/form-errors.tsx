import { useCopy } from '../partner/partner-context.tsx'
import { ErrorBox } from './error-box.tsx'
import { fieldId, type PostForm } from './form-post.ts'

/** The box above a form that was refused: what is wrong with all of it, and the way to each field at fault. */
export function FormErrors({ of: { failure, problems, focus, errorBox }, status }: FormErrorsProps) {
  const copy = useCopy()
  const fields = Object.entries(problems)
  const about = failure?.formErrors ?? []
  if (fields.length === 0 && about.length === 0) return null
  return (
    <ErrorBox ref={errorBox}>
      <p>{status ?? (about.length > 0 ? null : copy('form.checkFields'))}</p>
      {about.map(text => (
        <p key={text}>{text}</p>
      ))}
      {fields.length > 0 ? (
        <ul>
          {fields.map(([name, message]) => (
            <li key={name}>
              <a
                href={`#${fieldId(name)}`}
                onClick={event => {
                  event.preventDefault()
                  focus(name)
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </ErrorBox>
  )
}

interface FormErrorsProps {
  readonly of: Pick<PostForm, 'failure' | 'problems' | 'focus' | 'errorBox'>
  /** Said first, whatever is wrong. */
  readonly status?: string
}

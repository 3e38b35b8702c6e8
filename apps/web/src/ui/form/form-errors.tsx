import { useCopy } from '../../partner/partner-context.tsx'
import { ErrorBox } from './error-box.tsx'
import { fieldId, type PostForm } from './form-post.ts'

interface FormErrorsProps {
  readonly of: Pick<PostForm, 'formErrors' | 'problems' | 'focus' | 'errorBox'>
  readonly status?: string
}

/** It has the errors of the whole form, and links to each field with an error. */
export function FormErrors({ of: { formErrors, problems, focus, errorBox }, status }: FormErrorsProps) {
  const copy = useCopy()
  if (problems.length === 0 && formErrors.length === 0) return null
  return (
    <ErrorBox ref={errorBox}>
      <p>{status ?? (formErrors.length > 0 ? null : copy('form.checkFields'))}</p>
      {formErrors.map(text => (
        <p key={text}>{text}</p>
      ))}
      {problems.length > 0 ? (
        <ul>
          {problems.map(([name, message]) => (
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

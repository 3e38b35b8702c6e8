import { useCopy } from '../../partner/partner-context.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'
import { starPath } from '../../ui/rating.tsx'
import styles from './star-rating.module.css'

const ratings = [1, 2, 3, 4, 5] as const

/** Five radio buttons that look like stars: those up to the chosen one are filled. */
export function StarRating({ id, name, defaultValue, error }: ReturnType<PostForm['text']>) {
  const copy = useCopy()
  const errorId = `${id}-error`
  return (
    <fieldset className={styles.rating} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>
        {copy('review.rating')}
        <span className={styles.asterisk} aria-hidden="true">
          {'\u00a0*'}
        </span>
      </legend>
      <div className={styles.stars}>
        {ratings.map(stars => (
          <label key={stars} className={styles.star}>
            <input
              id={stars === 1 ? id : undefined}
              className={styles.radio}
              type="radio"
              name={name}
              value={stars}
              defaultChecked={defaultValue === String(stars)}
              required
              aria-invalid={error ? true : undefined}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={starPath} />
            </svg>
            <span className={styles.words}>{copy(`review.stars.${stars}`)}</span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={errorId} text={error} /> : null}
    </fieldset>
  )
}

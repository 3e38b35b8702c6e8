import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { CloseButton } from '../../ui/dialog/close-button.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import styles from './vote-guests.module.css'
import { removeGuest, type ShownVote } from './votes.queries.ts'

/** The host removes who should not vote. */
export function VoteGuests({ vote }: { readonly vote: ShownVote }) {
  const app = useApp()
  const copy = useCopy()
  const section = useRef<HTMLElement>(null)
  const removal = useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly name: string }) => removeGuest(app, vote.id, id),
    onSuccess(_, { name }) {
      toasts.show('success', copy('votes.guests.removed', { name }))
      section.current?.focus()
    },
    meta: { onFailure: error => toasts.fail('votes.guests', errorText(app, error)) },
  })
  return (
    <section ref={section} tabIndex={-1} className={styles.part} aria-labelledby="guests">
      <h2 id="guests" className={styles.title}>
        {copy('votes.guests')}
      </h2>
      {vote.guests.length === 0 ? (
        <p className={styles.none}>{copy('votes.guests.none')}</p>
      ) : (
        <ul className={styles.guests}>
          {vote.guests.map(({ id, name }, index) => (
            <li key={id ?? index} className={styles.guest}>
              <Avatar name={name} />
              <span>{name}</span>
              {id ? (
                <CloseButton
                  label={copy('votes.guests.remove', { name })}
                  onClick={() => removal.mutate({ id, name })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

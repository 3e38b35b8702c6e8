import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import styles from './list-share.module.css'
import { type MemberList, setShared } from './lists.queries.ts'

interface ListShareProps {
  readonly list: MemberList
  readonly shareId: string
}

export function ListShare({ list, shareId }: ListShareProps) {
  const app = useApp()
  const copy = useCopy()
  const titleId = useId()
  const stop = useMutation({
    mutationFn: () => setShared(app, list.id, false),
    onSuccess: () => void toasts.show('success', copy('lists.share.stopped')),
    meta: { onFailure: error => toasts.fail('lists.share', errorText(app, error)) },
  })
  return (
    <Card as="section" className={styles.share} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {copy('lists.share.title')}
        </h2>
        <p className={styles.text}>{copy('lists.share.text')}</p>
      </div>
      <LinkField label={copy('lists.share.link')} link={`${app.origin}/lists/${shareId}`} />
      <Button variant="plain" busy={stop.isPending} onClick={() => stop.mutate()}>
        {copy('lists.share.stop')}
      </Button>
    </Card>
  )
}

/** A link that is copied by one press, or by hand. */
export function LinkField({ label, link }: { readonly label: string; readonly link: string }) {
  const copy = useCopy()
  const copyLink = () =>
    navigator.clipboard.writeText(link).then(
      () => toasts.show('success', copy('lists.share.copied')),
      () => toasts.show('warning', copy('lists.share.notCopied')),
    )
  return (
    <div className={styles.link}>
      <FieldFrame label={label}>{control => <input {...control} readOnly value={link} />}</FieldFrame>
      <Button variant="quiet" onClick={() => void copyLink()}>
        {copy('lists.share.copy')}
      </Button>
    </div>
  )
}

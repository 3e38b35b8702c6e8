import type { ReactNode } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import styles from './form-layout.module.css'
import type { PostForm } from './form-post.ts'

interface PostedFormProps {
  readonly of: Pick<PostForm, 'form' | 'keepsPlace'>
  readonly hasFiles?: boolean
  readonly children: ReactNode
}

/** It explains the asterisks first (shell §5). */
export function PostedForm({ of, hasFiles = false, children }: PostedFormProps) {
  const copy = useCopy()
  return (
    <form
      {...of.form}
      {...(hasFiles ? { encType: 'multipart/form-data' } : {})}
      className={`${styles.form} ${of.keepsPlace ? styles.keepsPlace : ''}`}
    >
      <p className={styles.required}>{copy('layout.required')}</p>
      {children}
    </form>
  )
}

export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

export function FormFoot({ children }: { children: ReactNode }) {
  const copy = useCopy()
  const { settings } = usePartner()
  return (
    <div className={styles.foot}>
      {children}
      {settings.formPrivacyNotice ? <p className={styles.notice}>{copy('form.privacyNotice')}</p> : null}
    </div>
  )
}

import { useState } from 'react'
import { Button, ButtonLink, type ButtonVariant } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './gallery.module.css'
import { StagingSection } from './staging-section.tsx'
import { stagingTexts as words } from './staging-texts.ts'

const variants: readonly ButtonVariant[] = ['action', 'quiet', 'plain', 'danger']
const sizes = ['small', 'normal', 'large'] as const

export function Buttons() {
  return (
    <StagingSection id="buttons" title={words.buttons}>
      <div className={styles.stack}>
        {variants.map(variant => (
          <div key={variant} className={styles.row}>
            {sizes.map(size => (
              <Button key={size} variant={variant} size={size}>
                {variant}, {size}
              </Button>
            ))}
            <Button variant={variant} busy>
              {words.busy}
            </Button>
            <Button variant={variant} disabled>
              {words.fieldOff}
            </Button>
          </div>
        ))}
        <div className={styles.row}>
          <ButtonLink to="#buttons">{words.asLink}</ButtonLink>
          <ButtonLink to="#buttons" variant="quiet">
            <Icon name="fork" />
            {words.asLink}
          </ButtonLink>
        </div>
        <div className={`on-brand ${styles.loud} ${styles.row}`}>
          {variants.map(variant => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </div>
      </div>
    </StagingSection>
  )
}

const choices = [
  { value: 'ny', label: 'New York' },
  { value: 'nj', label: 'New Jersey' },
]

export function Fields() {
  return (
    <StagingSection id="fields" title={words.fields}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Field label={words.fieldEmpty} hint={words.fieldsHint} />
          <Field label={words.fieldFilled} defaultValue="Ada Moreau" />
          <Field label={words.fieldRequired} required />
          <Field label={words.fieldWrong} defaultValue="ada@" error={words.fieldsError} required />
          <Field label={words.fieldOff} defaultValue="Ada Moreau" disabled />
        </div>
        <div className={styles.stack}>
          <PasswordField label={words.fieldPassword} defaultValue="Dinner" autoComplete="off" />
          <PasswordField label={words.fieldPassword} error={words.fieldsError} autoComplete="off" />
          <Select label={words.fieldChoice} placeholder={words.fieldChoose} options={choices} />
          <Select
            label={words.fieldChoice}
            placeholder={words.fieldChoose}
            options={choices}
            error={words.fieldsError}
          />
          <Checkbox label={words.tick} required hint={words.fieldsHint} />
          <Checkbox label={words.ticked} defaultChecked />
          <Checkbox label={words.tick} error={words.fieldsError} />
        </div>
      </div>
    </StagingSection>
  )
}

export function ToastButtons() {
  return (
    <StagingSection id="toasts" title={words.toasts}>
      <div className={styles.row}>
        <Button variant="quiet" onClick={() => toasts.show('success', words.toastText)}>
          {words.toastSuccess}
        </Button>
        <Button variant="quiet" onClick={() => toasts.show('warning', words.toastWarningText)}>
          {words.toastWarning}
        </Button>
        <Button variant="quiet" onClick={() => toasts.show('error', words.toastErrorText)}>
          {words.toastError}
        </Button>
      </div>
    </StagingSection>
  )
}

export function DialogSample() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <StagingSection id="dialog" title={words.dialogs}>
      <div className={styles.row}>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {words.dialogOpen}
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={close}
        title={words.dialogTitle}
        actions={
          <>
            <Button variant="danger" onClick={close}>
              {words.dialogConfirm}
            </Button>
            <Button variant="quiet" onClick={close}>
              {words.dialogCancel}
            </Button>
          </>
        }
      >
        <p>{words.dialogText}</p>
      </Dialog>
    </StagingSection>
  )
}

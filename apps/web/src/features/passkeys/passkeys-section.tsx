import { deviceNameOf, deviceText } from '@dineward/core/identity/device-name.rules.ts'
import { offersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import type { Passkey } from '@dineward/core/passkeys/passkeys.contract.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../lib/api/api-client.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { Field } from '../../ui/form/field.tsx'
import { textOf } from '../../ui/form/form-data.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { PostButton, Row, RowList, RowSection } from '../../ui/page/row-list.tsx'
import { passkeysQuery, removePasskey, removePasskeyPath } from './passkeys.queries.ts'
import styles from './passkeys-section.module.css'
import { needsPassword, useAddPasskey } from './use-add-passkey.ts'
import { usePasskeySupport } from './use-passkey-support.ts'

/** It is empty where the partner offers none. */
export function PasskeysSection() {
  const copy = useCopy()
  const app = useApp()
  const { data: passkeys = [] } = useQuery(passkeysQuery(app))
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const [passkey, setPasskey] = useState<Passkey | null>(null)
  const remove = useMutation({
    mutationFn: (id: string) => removePasskey(app, id),
    onSuccess: () => {
      list.current?.focus()
      toasts.succeed('passkeys.remove')
      toasts.show('success', copy('passkeys.remove.done', { name: passkey?.name ?? '' }))
    },
    meta: {
      onFailure(error) {
        if (needsPassword(error) && passkey) void navigate(removePasskeyPath(passkey.id))
        else toasts.fail('passkeys.remove', copy('passkeys.failed'))
      },
    },
  })
  if (!offersPasskeys(app.partner)) return null
  return (
    <RowSection id="passkeys" title={copy('passkeys.title')} text={copy('passkeys.text')}>
      <RowList ref={list} labelId="passkeys">
        {passkeys.map(one => (
          <PasskeyRow
            key={one.id}
            passkey={one}
            removing={remove.isPending && remove.variables === one.id}
            onRemove={() => {
              if (remove.isPending) return
              setPasskey(one)
              setAsking(true)
            }}
          />
        ))}
      </RowList>
      {passkeys.length === 0 ? <p>{copy('passkeys.none')}</p> : null}
      <AddPasskey />
      <ConfirmDialog
        open={asking}
        title={copy('passkeys.remove.title', { name: passkey?.name ?? '' })}
        text={copy('passkeys.remove.text')}
        action={copy('passkeys.remove')}
        cancel={copy('passkeys.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          if (passkey) remove.mutate(passkey.id)
        }}
      />
    </RowSection>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly removing: boolean
  readonly onRemove: () => void
}

function PasskeyRow({ passkey, removing, onRemove }: PasskeyRowProps) {
  const copy = useCopy()
  const { id, name, createdAt, lastUsedAt } = passkey
  const date = (time: string) => formatInstant(new Date(time), 'medium', 'UTC')
  const used = lastUsedAt ? copy('passkeys.used', { date: date(lastUsedAt) }) : copy('passkeys.unused')
  return (
    <Row name={name} details={`${copy('passkeys.created', { date: date(createdAt) })} · ${used}`}>
      <PostButton
        action="/account/remove_passkey"
        id={id}
        label={copy('passkeys.remove.label', { name })}
        busy={removing}
        onPress={onRemove}
      >
        {copy(removing ? 'passkeys.remove.working' : 'passkeys.remove')}
      </PostButton>
    </Row>
  )
}

/** Creating one needs script. */
function AddPasskey() {
  const copy = useCopy()
  const isSupported = usePasskeySupport()
  const [asksPassword, setAsksPassword] = useState(false)
  const add = useAddPasskey(() => {
    setAsksPassword(false)
    toasts.show('success', copy('passkeys.added'))
  })
  const problem = asksPassword && needsPassword(add.error) ? passwordProblem(add.error) : undefined
  if (isSupported === false) return <p>{copy('passkeys.unsupported')}</p>

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = textOf(form, 'passkeyName').trim() || copy('sessions.device.unknown')
    const password = textOf(form, 'password')
    if (add.isPending) return
    const onError = (error: unknown) => setAsksPassword(needsPassword(error))
    add.mutate({ name, ...(password ? { password } : {}) }, { onError })
  }

  const device = isSupported ? deviceText(deviceNameOf(navigator.userAgent), copy) : ''
  return (
    <form className={styles.add} onSubmit={submit}>
      <Field
        // Rendered again with the name of the device once that is known.
        key={device}
        name="passkeyName"
        label={copy('passkeys.name')}
        defaultValue={device}
        maxLength={50}
        autoComplete="off"
      />
      {asksPassword ? (
        <PasswordField
          name="password"
          label={copy('login.password')}
          hint={copy('passkeys.password.hint')}
          error={problem}
          autoComplete="current-password"
          autoFocus
          required
        />
      ) : null}
      <Button type="submit" variant="quiet" busy={add.isPending}>
        {copy(add.isPending ? 'passkeys.adding' : 'passkeys.add')}
      </Button>
    </form>
  )
}

/** Asked for the first time, there is none. */
const passwordProblem = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fieldErrors.find(({ field }) => field === 'password')?.message : undefined

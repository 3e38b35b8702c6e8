import { Alert, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Difference } from '../../ui/difference.tsx'
import { Problem } from '../../ui/states.tsx'
import { ReasonField } from '../action/action-dialog.tsx'
import styles from './form-parts.module.css'
import type { EditForm } from './use-edit-form.ts'

interface FormPartsProps<V extends object> {
  readonly of: EditForm<V>
  /** Says what happens: "Save terms". */
  readonly save?: string
  readonly canSave?: boolean
  readonly needsReason?: boolean
  /** How people read what is stored, where that is not its fields; for what someone else changed meanwhile. */
  readonly words?: (value: V) => unknown
}

interface FormDialogProps<V extends object> extends FormPartsProps<V> {
  readonly title: string
  readonly size?: 'md' | 'lg'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { of: edit, title, save = 'Save', canSave = true, needsReason = true, size = 'lg', onClose } = props
  const close = () => edit.askToClose(onClose)
  return (
    <Modal opened onClose={close} title={title} size={size} centered>
      <form onSubmit={edit.submit}>
        <Stack gap="sm">
          <Conflict {...props} />
          {props.children}
          {needsReason && <ReasonField {...edit.reason} />}
          <OtherErrors of={edit} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={edit.action.isSending} disabled={!canSave}>
              {edit.action.isStale ? 'Save mine' : save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface FormBarProps<V extends object> extends FormPartsProps<V> {
  /** It is shown before anything was typed. */
  readonly isNew?: boolean
  /** What people call the fields; those that are not saved are named. */
  readonly labels?: Readonly<Record<string, string>>
  readonly discard?: string
  readonly onDiscard?: () => void
  readonly children?: ReactNode
}

/** The end of a form on its page: what is not saved, why it could not be, and its buttons. Nothing before something is typed. */
export function FormBar<V extends object>(props: FormBarProps<V>) {
  const { of: edit, save = 'Save', canSave = true, needsReason = true, isNew = false, labels } = props
  const { action, changes } = edit
  if (!edit.isChanged && !action.isStale && !isNew) return null
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      className={styles.bar}
      data-tall={needsReason || action.isStale || props.children !== undefined || undefined}
      component="section"
      aria-label="Unsaved changes"
    >
      <Stack gap="xs">
        <Conflict {...props} />
        {props.children}
        {needsReason && <ReasonField {...edit.reason} />}
        <OtherErrors of={edit} />
        <Group justify="space-between" gap="xs">
          <Text fz="sm">
            {labels &&
              `Not saved: ${Object.keys(changes)
                .map(name => labels[name] ?? name)
                .join(', ')}`}
          </Text>
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() => {
                edit.discard()
                props.onDiscard?.()
              }}
            >
              {action.isStale ? 'Take theirs' : (props.discard ?? 'Discard')}
            </Button>
            <Button type="submit" loading={action.isSending} disabled={!canSave}>
              {action.isStale ? 'Save mine' : save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

/** What someone else changed meanwhile. */
export function Conflict<V extends object>({ of: { action, seen, now }, words }: FormPartsProps<V>) {
  if (!action.isStale) return null
  const said = (value: Partial<V> | null) => (value && words ? words(value as V) : value)
  return (
    <Alert color="orange" title="Someone else changed this meanwhile" role="alert">
      {seen && !now ? (
        'It was removed. Save yours to bring it back.'
      ) : (
        <>
          <Difference before={said(seen)} after={said(now)} labels={['As you saw it', 'Now']} />
          <Text fz="sm">What you changed lies over it, and takes its place once you save again.</Text>
        </>
      )}
    </Alert>
  )
}

function OtherErrors<V extends object>({ of: edit }: { of: EditForm<V> }) {
  const error = edit.otherErrors()
  return error === null ? null : <Problem error={error} />
}

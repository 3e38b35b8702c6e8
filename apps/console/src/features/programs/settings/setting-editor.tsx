import type {
  ConsoleSetting,
  postConsoleSetting,
  postConsoleSettingCheck,
} from '@dineward/core/console-programs/settings.contract.ts'
import { Alert, Box, Button, Code, Divider, Drawer, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../../lib/api.ts'
import { useMay } from '../../../lib/staff.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { toastDone } from '../../../ui/dialog/toast.ts'
import { Difference } from '../../../ui/difference.tsx'
import { Problem } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { programsChanged } from '../programs.queries.ts'
import { SettingControl } from './setting-control.tsx'
import { SettingHistory } from './setting-history.tsx'
import { isUnfinished, settingText } from './setting-words.ts'

interface EditorProps {
  readonly slug: string
  readonly setting: ConsoleSetting
  readonly onClose: () => void
}

export function SettingEditor({ slug, setting, onClose }: EditorProps) {
  const change = useSettingChange({ slug, setting, onClose })
  const askToClose = useUnsavedChanges(change.isChanged)
  return (
    <Drawer
      opened
      onClose={() => askToClose(onClose)}
      title={setting.label}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          <Code>{setting.path}</Code> is {settingText(setting, setting.value)}
          {setting.isOverridden && `; shipped: ${settingText(setting, setting.otherwise)}`}.
          {setting.changed && (
            <>
              {' '}
              Changed <Time at={setting.changed.at} /> by {setting.changed.by}
              {setting.changed.reason && `: “${setting.changed.reason}”`}
            </>
          )}
        </Text>
        <EditorForm slug={slug} setting={setting} change={change} />
      </Stack>
    </Drawer>
  )
}

/** A change from the value in the form: tried first, then saved with its reason. */
function useSettingChange({ slug, setting, onClose }: EditorProps) {
  const [value, setValue] = useState<unknown>(setting.value)
  const [version, setVersion] = useState(setting.version)
  const [reason, setReason] = useState('')
  const change = { path: setting.path, ...(value === undefined ? {} : { value }) }
  const check = useMutation({
    mutationFn: () =>
      api<typeof postConsoleSettingCheck>('POST', '/api/Console/Programs/:slug/Settings/Check', {
        params: { slug },
        body: change,
      }),
  })
  const save = useMutation({
    mutationFn: () =>
      api<typeof postConsoleSetting>('POST', '/api/Console/Programs/:slug/Settings', {
        params: { slug },
        body: { ...change, version, reason: reason.trim() },
      }),
    async onSuccess() {
      await programsChanged()
      toastDone(`${setting.label} is saved. Every server follows within 5 seconds.`)
      onClose()
    },
    onError: () => void programsChanged(),
  })
  const error = save.error ?? check.error
  const isChanged = JSON.stringify(value) !== JSON.stringify(setting.value) || reason !== ''
  const isStale = save.error instanceof ApiError && save.error.code === 'changed_meanwhile'

  function edit(next: unknown, why = reason) {
    setValue(next)
    setReason(why)
    check.reset()
    save.reset()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (check.data?.isChange) save.mutate()
    else check.mutate()
  }

  function keepMine() {
    setVersion(setting.version)
    save.reset()
  }
  return { value, isChanged, edit, reason, setReason, check, save, error, isStale, keepMine, submit }
}

interface FormProps extends Pick<EditorProps, 'slug' | 'setting'> {
  readonly change: ReturnType<typeof useSettingChange>
}

function EditorForm({ slug, setting, change }: FormProps) {
  const mayChange = useMay('settings.change', slug)
  const { value, edit, reason, setReason, check, save, error, isStale } = change

  return (
    <>
      <form onSubmit={change.submit}>
        <Stack gap="md">
          <Box component="fieldset" disabled={!mayChange} bd={0} p={0} m={0}>
            <SettingControl setting={setting} value={value} onChange={edit} error={fieldProblem(error)} />
          </Box>
          {error && !fieldProblem(error) && !isStale && <Problem error={error} />}
          {isStale && (
            <Stale message={error?.message} before={setting.value} after={value} onKeep={change.keepMine} />
          )}
          {check.data && <CheckedChange setting={setting} {...check.data} />}
          {check.data?.isChange && (
            <Textarea
              label="Reason"
              description="Kept in the history and the audit log."
              required
              minLength={3}
              maxLength={500}
              autosize
              autoFocus
              value={reason}
              onChange={event => setReason(event.currentTarget.value)}
            />
          )}
          {mayChange ? (
            <Group>
              <Button
                type="submit"
                loading={check.isPending || save.isPending}
                disabled={isUnfinished(value)}
                {...(isOutage(setting, value) && check.data?.isChange ? { color: 'red' } : {})}
              >
                {check.data?.isChange ? 'Save' : 'Check the change'}
              </Button>
              {setting.isOverridden && (
                <Button variant="default" onClick={() => edit(undefined)} disabled={value === undefined}>
                  As shipped
                </Button>
              )}
            </Group>
          ) : (
            <Text fz="sm" c="dimmed">
              Your role reads settings and does not change them.
            </Text>
          )}
        </Stack>
      </form>
      <Divider />
      <SettingHistory
        slug={slug}
        setting={setting}
        onUndo={mayChange ? before => edit(before, 'Undo of a change') : null}
      />
    </>
  )
}

const isOutage = ({ path }: ConsoleSetting, value: unknown): boolean =>
  path === 'maintenance.everywhere' && value === true

function CheckedChange({
  setting,
  before,
  after,
  isChange,
  effects,
}: {
  setting: ConsoleSetting
  before?: unknown
  after?: unknown
  isChange: boolean
  effects: readonly string[]
}) {
  if (!isChange) return <Text c="dimmed">This is what is in force already.</Text>
  return (
    <Stack gap="xs" role="status">
      {isOutage(setting, after) && (
        <Alert color="red" icon={<IconAlertTriangle />} title="The whole site closes">
          Members cannot sign in, search or book until it is switched off again. Dines are still counted.
        </Alert>
      )}
      <Difference before={before} after={after} />
      <List fz="sm" spacing={4}>
        {effects.map(effect => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

/** What is wrong with the value, beside its control. */
function fieldProblem(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) return undefined
  return error.fieldErrors
    .map(({ field, message }) => {
      const inside = field === 'value' ? '' : field.replace(/^value\./, '')
      return inside ? `${inside}: ${message}` : message
    })
    .join(' ')
}

function Stale({
  message,
  before,
  after,
  onKeep,
}: {
  message: string | undefined
  before: unknown
  after: unknown
  onKeep: () => void
}) {
  return (
    <Alert color="orange" title={message} role="alert">
      <Stack gap="xs">
        <Difference before={before} after={after} />
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep my change
        </Button>
      </Stack>
    </Alert>
  )
}

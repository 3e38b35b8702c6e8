import type {
  ConsoleSetting,
  postConsoleSetting,
  postConsoleSettingCheck,
} from '@dineward/core/console-programs/settings.contract.ts'
import { Alert, Box, Button, Code, Divider, Drawer, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ReasonField } from '../../../kit/action/action-dialog.tsx'
import { Conflict } from '../../../kit/form/form-parts.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { useMay } from '../../../lib/staff.ts'
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
  return (
    <Drawer
      opened
      onClose={() => change.edit.askToClose(onClose)}
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
  const params = { slug }
  const of = (value: unknown) => ({ path: setting.path, ...(value === undefined ? {} : { value }) })
  const edit = useEditForm<{ value: unknown }>({
    initial: { value: setting.value },
    stored: { value: { value: setting.value }, version: setting.version },
    onDone: onClose,
    async run({ value }, { version, reason }) {
      const body = { ...of(value), version: version!, reason }
      const path = '/api/Console/Programs/:slug/Settings'
      await api<typeof postConsoleSetting>('POST', path, { params, body }).finally(programsChanged)
      return `${setting.label} is saved. Every server follows within 5 seconds.`
    },
  })
  const check = useMutation({
    mutationFn: () =>
      api<typeof postConsoleSettingCheck>('POST', '/api/Console/Programs/:slug/Settings/Check', {
        params,
        body: of(edit.values.value),
      }),
  })
  return {
    edit,
    check,
    set(value: unknown, reason = edit.reason.value) {
      edit.change({ value })
      edit.reason.onChange(reason)
      check.reset()
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (check.data?.isChange) edit.submit(event)
      else check.mutate()
    },
  }
}

interface FormProps extends Pick<EditorProps, 'slug' | 'setting'> {
  readonly change: ReturnType<typeof useSettingChange>
}

function EditorForm({ slug, setting, change }: FormProps) {
  const mayChange = useMay('settings.change', slug)
  const { edit, check, set } = change
  const { value } = edit.values
  const { isStale, isSending, error: refusal } = edit.action
  const error = isStale ? null : (refusal ?? check.error)
  const problem = fieldProblem(error)

  return (
    <>
      <form onSubmit={change.submit}>
        <Stack gap="md">
          <Box component="fieldset" disabled={!mayChange} bd={0} p={0} m={0}>
            <SettingControl setting={setting} value={value} onChange={set} error={problem} />
          </Box>
          {error !== null && !problem && <Problem error={error} />}
          <Conflict of={edit} />
          {check.data && <CheckedChange setting={setting} {...check.data} />}
          {check.data?.isChange && <ReasonField {...edit.reason} />}
          {mayChange && setting.needsTwoPeople && (
            <Text fz="sm" c="dimmed">
              This takes two people: what you save waits under Approvals until another person approves it.
            </Text>
          )}
          {mayChange ? (
            <Group>
              <Button
                type="submit"
                loading={check.isPending || isSending}
                disabled={isUnfinished(value)}
                {...(isOutage(setting, value) && check.data?.isChange ? { color: 'red' } : {})}
              >
                {!check.data?.isChange
                  ? 'Check the change'
                  : isStale
                    ? 'Save mine'
                    : setting.needsTwoPeople
                      ? 'Ask for it'
                      : 'Save'}
              </Button>
              {setting.isOverridden && (
                <Button variant="default" onClick={() => set(undefined)} disabled={value === undefined}>
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
        onUndo={mayChange ? before => set(before, 'Undo of a change') : null}
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
function fieldProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) return undefined
  return error.fieldErrors
    .map(({ field, message }) => {
      const inside = field === 'value' ? '' : field.replace(/^value\./, '')
      return inside ? `${inside}: ${message}` : message
    })
    .join(' ')
}

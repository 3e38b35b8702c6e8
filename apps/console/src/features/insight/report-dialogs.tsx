import { mailRhythms, type SavedReport } from '@dineward/core/console-insight/report.contract.ts'
import type { ReportQuery } from '@dineward/core/console-insight/report.rules.ts'
import { Select, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { choicesOf } from '../../kit/list/list.ts'
import { useProgramsWith, useStaff } from '../../lib/staff.ts'
import { addReport, changeReport, mailReport, savedReportsKey } from './reports.queries.ts'

const onlyMe = 'me'

interface SaveDialogProps {
  readonly query: ReportQuery
  /** It is changed; without it, a report is added. */
  readonly saved?: SavedReport
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

export function SaveDialog({ query, saved, onSaved, onClose }: SaveDialogProps) {
  const programs = useProgramsWith('insight.read')
  const { networkPermissions } = useStaff()
  const id = useRef('')
  const edit = useEditForm({
    initial: { name: saved?.name ?? '', sharedWith: saved?.sharedWith ?? onlyMe },
    run: async ({ name, sharedWith }) => {
      const body = { name, query, sharedWith: sharedWith === onlyMe ? null : sharedWith }
      if (saved) await changeReport(saved.id, { ...body, version: saved.version })
      id.current = saved?.id ?? (await addReport(body)).id
      return 'The report is saved.'
    },
    refresh: [savedReportsKey],
    // The address changes once nothing is unsaved: before, that would ask.
    onDone: () => {
      onSaved(id.current)
      onClose()
    },
  })
  return (
    <FormDialog
      of={edit}
      title={saved ? `Save changes to “${saved.name}”` : 'Save this report'}
      needsReason={false}
      size="md"
      onClose={onClose}
    >
      <TextInput label="Name" required maxLength={80} data-autofocus {...edit.field('name')} />
      <Select
        label="Who sees it"
        description="They see the figures of the programs that they may read."
        data={[
          { value: onlyMe, label: 'Only me' },
          ...programs.map(({ slug, name }) => ({ value: slug, label: `Staff of ${name}` })),
          ...(networkPermissions.includes('insight.read')
            ? [{ value: '*', label: 'Staff of all programs' }]
            : []),
        ]}
        allowDeselect={false}
        {...edit.field('sharedWith')}
      />
    </FormDialog>
  )
}

/** Zones of the programs' country, and the reader's own. */
const zones = [
  ...new Set([
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Phoenix',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
    'UTC',
  ]),
]

export function MailDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { email } = useStaff()
  const edit = useEditForm({
    initial: { rhythm: report.mail?.rhythm ?? 'weekly', timeZone: report.mail?.timeZone ?? zones[0]! },
    run: async body => {
      await mailReport(report.id, body)
      return `It is mailed to ${email}.`
    },
    refresh: [savedReportsKey],
    onDone: onClose,
  })
  return (
    <FormDialog
      of={edit}
      title={`Mail “${report.name}”`}
      save="Mail it"
      needsReason={false}
      size="md"
      onClose={onClose}
    >
      <Text fz="sm">
        To {email} alone, at 7 in the morning{report.mail ? '' : ', and once now'}: the first 20 rows, and a
        link to the rest, with their CSV. Colleagues who see the report ask for their own mails. It ends when
        you end it, or may no longer read these figures.
      </Text>
      <Select
        label="How often"
        data={choicesOf(mailRhythms)}
        allowDeselect={false}
        {...edit.field('rhythm')}
      />
      <Select label="Time zone" data={zones} allowDeselect={false} searchable {...edit.field('timeZone')} />
    </FormDialog>
  )
}

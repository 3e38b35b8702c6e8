import { mailRhythms, type SavedReport } from '@dineward/core/console-insight/report.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { MailDialog } from '../../features/insight/report-dialogs.tsx'
import {
  endReportMail,
  removeReport,
  savedReportsKey,
  savedReportsQuery,
} from '../../features/insight/reports.queries.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { column, timeColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { addressOf } from '../../lib/api.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const builder = (
  <Button component={Link} to="/insight/report">
    New report
  </Button>
)

const remove: RowAction<SavedReport> = {
  label: 'Remove',
  isFor: ({ owner }) => owner.isMe || owner.hasLeft,
  nameOf: ({ name }) => `the report “${name}”`,
  explanation: 'It is no longer mailed to anyone, and links to it show its figures without its name.',
  confirm: 'Remove it',
  isDangerous: true,
  needsReason: false,
  refresh: savedReportsKey,
  run: async ({ id }) => {
    await removeReport(id)
    return 'The report is removed.'
  },
}

const endMail: RowAction<SavedReport> = {
  label: 'End mail',
  isFor: ({ mail }) => mail !== null,
  nameOf: ({ name }) => `of the report “${name}”`,
  explanation: 'The report stays, and is no longer mailed to you.',
  confirm: 'End the mail',
  needsReason: false,
  refresh: savedReportsKey,
  run: async ({ id }) => {
    await endReportMail(id)
    return 'It is no longer mailed to you.'
  },
}

export function Component() {
  const staff = useStaff()
  const [mailed, setMailed] = useState<SavedReport | null>(null)
  const sharedWords = ({ sharedWith, owner }: SavedReport) => {
    if (sharedWith === null) return 'Only me'
    const team =
      sharedWith === '*'
        ? 'Staff of all programs'
        : `Staff of ${programOf(staff, sharedWith)?.name ?? sharedWith}`
    return owner.isMe ? team : `${team}, by ${owner.name}${owner.hasLeft ? ', who has left' : ''}`
  }
  const list: List<SavedReport> = {
    name: 'reports',
    label: 'Saved reports',
    rowKey: ({ id }) => id,
    rowLink: ({ id, query }) => addressOf('/insight/report', { query: { ...query, saved: id } }),
    columns: [
      column('Name', ({ name }) => name),
      column('Who sees it', sharedWords),
      column('Mailed to me', ({ mail }) => (mail ? mailRhythms[mail.rhythm] : 'No'), {
        cell: report => (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${report.mail ? mailRhythms[report.mail.rhythm] : 'Mail it'}: ${report.name}`}
            disabled={report.problem !== null}
            onClick={() => setMailed(report)}
          >
            {report.mail ? mailRhythms[report.mail.rhythm] : 'Mail it'}
          </Button>
        ),
      }),
      column('State', ({ problem }) => problem ?? 'Works', {
        cell: ({ problem }) => <Status tone={problem ? 'bad' : 'good'}>{problem ?? 'Works'}</Status>,
      }),
      timeColumn('Changed', ({ updatedAt }) => updatedAt),
    ],
    actions: [endMail, remove],
    empty: (
      <Empty title="No saved reports" action={builder}>
        Build one, save it for yourself or your team, and have it mailed.
      </Empty>
    ),
  }
  return (
    <>
      <ListPage
        title="Saved reports"
        intro="Yours, and those that colleagues share with your programs."
        actions={builder}
        of={list}
        rows={wholeRows(useQuery(savedReportsQuery), ({ items }) => items)}
      />
      {mailed && <MailDialog report={mailed} onClose={() => setMailed(null)} />}
    </>
  )
}

import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { measuresIn, ReportControls, useReport } from '../../features/insight/report-controls.tsx'
import { MailDialog, SaveDialog } from '../../features/insight/report-dialogs.tsx'
import { ReportResult } from '../../features/insight/report-result.tsx'
import { reportQuery, savedReportsQuery } from '../../features/insight/reports.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatPlainDates } from '../../lib/format.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded, Replaced } from '../../ui/states.tsx'

export function Component() {
  const [query] = useReport()
  const asked = measuresIn(query)
  const made = useQuery({ ...reportQuery(query), enabled: asked.length > 0 })
  const [id] = useFilter('saved')
  const saved = useQuery(savedReportsQuery).data?.items.find(report => report.id === id)
  const days = made.data && asked.length > 0 ? `${formatPlainDates(made.data.from, made.data.to)}. ` : ''
  return (
    <Page
      title={saved?.name ?? 'Report'}
      intro={`${days}Totals only: nothing here is about one member. The address holds the whole report.`}
      actions={asked.length > 0 && <Actions saved={saved} />}
    >
      <Section title="What to count">
        <ReportControls />
      </Section>
      {asked.length === 0 ? (
        <Empty
          title="Choose what to measure"
          action={
            <Group justify="center" gap="xs">
              {Object.entries(examples).map(([label, example]) => (
                <Button key={label} variant="default" component={Link} to={`?${example}`}>
                  {label}
                </Button>
              ))}
            </Group>
          }
        >
          Then divide it by time, restaurant, tier or what else it has, and save it, or have it mailed. Or
          begin with one of these.
        </Empty>
      ) : (
        <Loaded query={made}>
          {report => (
            <Replaced query={made}>
              <AsOf query={made} partner={query.partner ?? ''} />
              <ReportResult report={report} query={made} />
            </Replaced>
          )}
        </Loaded>
      )}
    </Page>
  )
}

const examples = {
  'Spend by month': 'measures=spend,dines&by=month&period=last_12_months',
  'Best restaurants': 'measures=spend,activeMembers&by=restaurant&period=last_30_days',
  'New members by source': 'measures=joined&by=month,source&period=last_12_months',
  'Liability by week': 'measures=liability&by=week&period=last_12_months',
}

function Actions({ saved }: { saved: Parameters<typeof MailDialog>[0]['report'] | undefined }) {
  const [query] = useReport()
  const [, setParams] = useSearchParams()
  const [opened, setOpened] = useState<'change' | 'add' | 'mail' | null>(null)
  const close = () => setOpened(null)
  const keep = (id: string) =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        next.set('saved', id)
        return next
      },
      { replace: true },
    )
  const isOwn = saved?.owner.isMe
  return (
    <Group gap="xs">
      {saved && (
        <Button variant="default" onClick={() => setOpened('mail')}>
          {saved.mail ? 'Change the mail' : 'Mail it to me'}
        </Button>
      )}
      {isOwn && (
        <Button variant="default" onClick={() => setOpened('change')}>
          Save changes
        </Button>
      )}
      <Button onClick={() => setOpened('add')}>{saved ? 'Save as new' : 'Save'}</Button>
      {opened === 'add' && <SaveDialog query={query} onSaved={keep} onClose={close} />}
      {opened === 'change' && saved && (
        <SaveDialog query={query} saved={saved} onSaved={keep} onClose={close} />
      )}
      {opened === 'mail' && saved && <MailDialog report={saved} onClose={close} />}
    </Group>
  )
}

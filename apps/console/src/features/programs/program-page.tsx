import { Anchor, Stack, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useProgram } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { TabStrip } from '../../ui/page/tab-strip.tsx'
import { Empty } from '../../ui/states.tsx'

const tabs = [
  ['settings', 'Settings'],
  ['theme', 'Theme'],
  ['content', 'Content'],
  ['media', 'Pictures'],
  ['bonuses', 'Bonuses'],
  ['offers', 'Offers'],
  ['integrations', 'Integrations'],
  ['history', 'History'],
] as const

/** What a program's pages have in common: its name, its site, and the way between them. */
export function ProgramPage({
  slug,
  part,
  actions,
  children,
}: {
  slug: string
  part: string
  actions?: ReactNode
  children: ReactNode
}) {
  const program = useProgram(slug)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (!program)
    return (
      <Page title="Programs">
        <Empty title="There is no such program">It may have another address, or your role ends here.</Empty>
      </Page>
    )
  const current = tabs.find(([name]) => pathname.startsWith(`/programs/${slug}/${name}`))?.[0] ?? null
  return (
    <Page
      title={`${part} · ${program.name}`}
      parents={[{ to: '/programs', label: 'Programs' }]}
      intro={
        <Anchor href={program.site} target="_blank" rel="noreferrer" fz="sm">
          {program.site.replace(/^https?:\/\//, '')}
        </Anchor>
      }
      actions={actions}
    >
      <Tabs
        value={current}
        onChange={name => void navigate(`/programs/${slug}/${name}`)}
        activateTabWithKeyboard={false}
      >
        <TabStrip tabs={tabs} current={current} label={`Parts of ${program.name}`} />
        {current && (
          <Tabs.Panel value={current} pt="md">
            <Stack gap="md">{children}</Stack>
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  )
}

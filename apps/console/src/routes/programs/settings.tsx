import { settingTopics } from '@dineward/core/partner/settings/partner-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ExportButton } from '../../features/programs/export-button.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { settingsQuery } from '../../features/programs/programs.queries.ts'
import { SettingEditor } from '../../features/programs/settings/setting-editor.tsx'
import { SettingList } from '../../features/programs/settings/setting-list.tsx'
import { choice, search } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { useListFilters } from '../../kit/list/list-page.tsx'
import { useFilter } from '../../lib/filters.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Empty, Loaded } from '../../ui/states.tsx'

const filters = [
  search('Find a setting', 'maintenance, earn rate, hosts'),
  choice(
    'group',
    'Group',
    settingTopics.map(({ title }) => ({ value: title, label: title })),
    'All groups',
  ),
  choice('only', 'Show', [{ value: 'changed', label: 'Changed here' }], 'All settings'),
]
type Asked = Record<'query' | 'group' | 'only', string>

export function Component() {
  const { slug = '' } = useParams()
  const query = useQuery(settingsQuery(slug))
  const mayExport = useMayInNetwork('partners.create')
  const { query: words = '', group, only } = useListFilters<Partial<Asked>>({ filters })
  const [open, setOpen] = useFilter('setting')
  return (
    <ProgramPage slug={slug} part="Settings" actions={mayExport && <ExportButton slug={slug} />}>
      <ListFilters filters={filters} />
      <Loaded query={query}>
        {settings => {
          const text = words.toLowerCase()
          const found = settings.filter(
            one =>
              (!group || one.group === group) &&
              (!only || one.isOverridden) &&
              `${one.label} ${one.path} ${one.help}`.toLowerCase().includes(text),
          )
          const edited = settings.find(({ path }) => path === open)
          return (
            <>
              {found.length > 0 ? (
                <SettingList settings={found} onOpen={setOpen} />
              ) : (
                <Empty title="No setting is like that">Use fewer words, or another group.</Empty>
              )}
              {edited && (
                <SettingEditor key={edited.path} slug={slug} setting={edited} onClose={() => setOpen(null)} />
              )}
            </>
          )
        }}
      </Loaded>
    </ProgramPage>
  )
}

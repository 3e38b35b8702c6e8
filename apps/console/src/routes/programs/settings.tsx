import { settingTopics } from '@dineward/core/partner/settings/partner-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ExportButton } from '../../features/programs/export-button.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { settingsQuery } from '../../features/programs/programs.queries.ts'
import { SettingEditor } from '../../features/programs/settings/setting-editor.tsx'
import { SettingList } from '../../features/programs/settings/setting-list.tsx'
import { useFilter } from '../../lib/filters.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'

const groups = settingTopics.map(({ title }) => ({ value: title, label: title }))

export function Component() {
  const { slug = '' } = useParams()
  const query = useQuery(settingsQuery(slug))
  const mayExport = useMayInNetwork('partners.create')
  const [words] = useFilter('query')
  const [group] = useFilter('group')
  const [only] = useFilter('only')
  const [open, setOpen] = useFilter('setting')
  return (
    <ProgramPage slug={slug} part="Settings" actions={mayExport && <ExportButton slug={slug} />}>
      <FilterBar>
        <SearchFilter label="Find a setting" placeholder="maintenance, earn rate, hosts" />
        <SelectFilter name="group" label="Group" options={groups} any="All groups" />
        <SelectFilter
          name="only"
          label="Show"
          options={[{ value: 'changed', label: 'Changed here' }]}
          any="All settings"
        />
      </FilterBar>
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

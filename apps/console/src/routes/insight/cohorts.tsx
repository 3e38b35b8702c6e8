import { useQuery } from '@tanstack/react-query'
import { type CohortStep, CohortTable, cohortSteps } from '../../features/insight/cohort-table.tsx'
import { type Cohorts, cohortsQuery } from '../../features/insight/insight.queries.ts'
import { choicesOf } from '../../kit/list/list.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { ChartWithTable } from '../../ui/chart-with-table.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { FilterBar, ProgramFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'

export function Component() {
  const [partner] = useFilter('partner')
  const [asked] = useFilter('step')
  const step = asked in cohortSteps ? (asked as CohortStep) : 'firstDine'
  const query = useQuery(cohortsQuery(partner))
  return (
    <Page
      title="Cohorts"
      intro="Members of the last 12 months by the month in which they joined. Totals only: nothing here is about one member."
    >
      <FilterBar>
        <ProgramFilter permission="insight.read" />
        <SelectFilter
          name="step"
          label="Share with"
          any={cohortSteps.firstDine}
          options={choicesOf(cohortSteps).filter(({ value }) => value !== 'firstDine')}
        />
      </FilterBar>
      <Loaded query={query}>
        {data =>
          data.cohorts.every(({ joined }) => joined === 0) ? (
            <Empty title="No new members in 12 months">
              A row is here for each month in which members join.
            </Empty>
          ) : (
            <>
              <CohortSection data={data} step={step} />
              <SourcesChart sources={data.sources} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const intros: Readonly<Record<CohortStep, string>> = {
  firstDine: 'How many had a dine by the end of each month after joining; 0 is the month itself.',
  thirdDine: 'How many had three dines by the end of each month after joining; 0 is the month itself.',
  tenthDine: 'How many had ten dines by the end of each month after joining; 0 is the month itself.',
  active:
    'How many had a dine in each month after joining; 0 is the month itself. The present month is not over.',
}

function CohortSection({ data: { cohorts }, step }: { data: Cohorts; step: CohortStep }) {
  return (
    <Section
      title={`${cohortSteps[step]}, by months after joining`}
      intro={intros[step]}
      actions={
        <CsvButton
          name={`cohorts-${step}`}
          header={['joined_in', 'members', ...cohorts.map((_, after) => `after_${after}`)]}
          rows={cohorts.map(one => [
            one.month,
            one.joined,
            ...cohorts.map((_, after) => one[step][after] ?? ''),
          ])}
        />
      }
    >
      <CohortTable cohorts={cohorts} step={step} />
    </Section>
  )
}

function SourcesChart({ sources }: { sources: Cohorts['sources'] }) {
  return (
    <ChartWithTable
      title="By what brought them"
      intro="Members who joined in the last 12 months, and how far they have come until today, by the source that their joining named."
      kind="bar"
      by="source"
      byLabel="Source"
      series={[
        { name: 'joined', label: 'Joined', color: 'gray.6' },
        { name: 'linkedCard', label: 'Linked a card', color: 'blue.6' },
        { name: 'firstDine', label: 'First dine', color: 'pine.7' },
        { name: 'thirdDine', label: 'Third dine', color: 'orange.6' },
      ]}
      rows={sources.map(({ source, ...counts }) => ({ source: source ?? 'Not known', ...counts }))}
      format={formatNumber}
    />
  )
}

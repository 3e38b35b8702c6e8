import { useQuery } from '@tanstack/react-query'
import { type CohortStep, CohortTable, cohortSteps } from '../../features/insight/cohort-table.tsx'
import { type Cohorts, cohortsQuery } from '../../features/insight/insight.queries.ts'
import { column } from '../../kit/list/columns.tsx'
import { FileButton } from '../../kit/list/file-button.tsx'
import { choice, choicesOf, programFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { useFilter } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { ChartWithTable } from '../../ui/chart-with-table.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'

const filters = [
  programFilter('insight.read'),
  choice(
    'step',
    'Share with',
    choicesOf(cohortSteps).filter(({ value }) => value !== 'firstDine'),
    cohortSteps.firstDine,
  ),
]

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
      <ListFilters filters={filters} />
      <Loaded query={query}>
        {data =>
          data.cohorts.every(({ joined }) => joined === 0) ? (
            <Empty title="No new members in 12 months">
              A row is here for each month in which members join.
            </Empty>
          ) : (
            <>
              <AsOf query={query} partner={partner} />
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
        <FileButton
          of={{ name: `cohorts-${step}`, columns: fileColumns(cohorts, step) }}
          readAll={async () => ({ rows: cohorts, isCut: false })}
        />
      }
    >
      <CohortTable cohorts={cohorts} step={step} />
    </Section>
  )
}

const fileColumns = (cohorts: Cohorts['cohorts'], step: CohortStep) => [
  column<Cohorts['cohorts'][number]>('joined_in', ({ month }) => month),
  column<Cohorts['cohorts'][number]>('members', ({ joined }) => joined),
  ...cohorts.map((_, after) =>
    column<Cohorts['cohorts'][number]>(`after_${after}`, one => one[step][after] ?? null),
  ),
]

function SourcesChart({ sources }: { sources: Cohorts['sources'] }) {
  return (
    <ChartWithTable
      title="By what brought them"
      intro="Members who joined in the last 12 months, and how far they have come until today, by the source that their joining named."
      kind="ranked"
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

import type {
  ConsoleForecast,
  ForecastPeriod,
  postConsoleForecast,
} from '@dineward/core/console-programs/budgets.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatNumber, formatPlainDates, formatReward } from '../../../lib/format.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Problem } from '../../../ui/states.tsx'

type Call = typeof postConsoleForecast
/** What it costs does not depend on words that are not written yet. */
function named(subject: ForecastSubject): ForecastSubject {
  if (subject.kind === 'offer') return { ...subject, definition: { ...subject.definition, name: 'Tried' } }
  return { ...subject, definition: { ...subject.definition, code: 'TRIED', description: 'Tried' } }
}

export type ForecastSubject = NonNullable<ContractRequest<Call>['body']>['subject']

/** What the definition would have cost, as it stands in the form. */
export function Forecast({ program, subject }: { program: Program; subject: ForecastSubject }) {
  const [period, setPeriod] = useState<ForecastPeriod>('last90Days')
  const forecast = useMutation({
    mutationFn: async (asked: ForecastSubject) =>
      (
        await api<Call>('POST', '/api/Console/Programs/:slug/Forecasts', {
          params: { slug: program.slug },
          body: { period, subject: named(asked) },
        })
      ).forecast,
  })
  const isOfForm = JSON.stringify(forecast.variables) === JSON.stringify(subject)
  return (
    <Section
      title="What would it cost?"
      intro="Dines of the past, by the rules that decide dines. Nothing is saved."
    >
      <SegmentedControl
        fullWidth
        aria-label="Dines"
        data={[
          { value: 'last90Days', label: 'Last 90 days' },
          { value: 'lastMonth', label: 'Last month' },
        ]}
        value={period}
        onChange={next => {
          setPeriod(next as ForecastPeriod)
          forecast.reset()
        }}
      />
      <Button
        variant="default"
        loading={forecast.isPending}
        onClick={() => forecast.mutate(subject)}
        fullWidth
      >
        Try it with these dines
      </Button>
      <div aria-live="polite">
        {forecast.isError && <Problem error={forecast.error} />}
        {forecast.data && isOfForm && <Answer program={program} forecast={forecast.data} />}
        {forecast.data && !isOfForm && (
          <Text fz="sm" c="dimmed">
            The form has changed since. Try it again.
          </Text>
        )}
      </div>
    </Section>
  )
}

const obstacles: Readonly<Record<NonNullable<ConsoleForecast['obstacle']>, string>> = {
  no_dines: 'No dine earned in these days, so there is nothing to try it with.',
  too_many_dines: 'These are more than 300,000 dines, too many to try it with. Try last month.',
  takes_too_long: 'It takes too long with this many dines. Try last month, or fewer restaurants.',
  registered_in_app: 'Members register for it in the app, and who would have is not known.',
}

function Answer({ program, forecast }: { program: Program; forecast: ConsoleForecast }) {
  const { from, to, obstacle, figures } = forecast
  if (!figures) return <Text fz="sm">{obstacle && obstacles[obstacle]}</Text>
  const { members, dines, units, wantedUnits, ofDines, asIfAllRegistered } = figures
  return (
    <Stack gap={4}>
      <Text fw={600} fz="lg">
        {formatReward(program, units)}
      </Text>
      <Text fz="sm">
        What it would have cost, {formatPlainDates(from, to)}: {formatNumber(members)} members,{' '}
        {formatNumber(dines)} of {formatNumber(ofDines)} dines.
      </Text>
      {wantedUnits > units && (
        <Text fz="sm">The budget would have run out: {formatReward(program, wantedUnits)} without it.</Text>
      )}
      {asIfAllRegistered && (
        <Text fz="sm" c="dimmed">
          As if every member had registered, so it is the most that it could have been.
        </Text>
      )}
    </Stack>
  )
}

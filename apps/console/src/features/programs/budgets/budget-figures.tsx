import type {
  BudgetFigures as Figures,
  getConsoleBudget,
} from '@dineward/core/console-programs/budgets.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { BudgetName } from '@dineward/core/rewards/components/budget.rules.ts'
import { Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { formatNumber, formatReward } from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'

/** It shows what an offer, a bonus or the referrals have promised and paid, and what is left. */
export function BudgetFigures({ program, kind, code }: BudgetName & { readonly program: Program }) {
  const query = useQuery({
    queryKey: ['programs', program.slug, 'budget', kind, code],
    queryFn: async () =>
      (
        await api<typeof getConsoleBudget>('GET', '/api/Console/Programs/:slug/Budgets/:kind/:code', {
          params: { slug: program.slug, kind, code },
        })
      ).budget,
  })
  return (
    <Section title="Used so far">
      <Loaded query={query}>{budget => <Shown program={program} kind={kind} budget={budget} />}</Loaded>
    </Section>
  )
}

function Shown({ program, kind, budget }: Pick<BudgetName, 'kind'> & { program: Program; budget: Figures }) {
  const { limitUnits, promisedUnits, paidUnits, takenBackUnits, leftUnits, isUsedUp, members, dines } = budget
  const units = (amount: number) => formatReward(program, amount)
  return (
    <>
      {limitUnits !== null && leftUnits !== null && (
        <>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>
              {units(limitUnits - leftUnits)} of {units(limitUnits)}
            </Text>
            {isUsedUp && <Status tone="bad">Fully used</Status>}
          </Group>
          <Progress.Root size="lg">
            <Progress.Section
              value={((paidUnits - takenBackUnits) / limitUnits) * 100}
              aria-label="Share of the budget that was paid"
            />
            <Progress.Section
              value={(promisedUnits / limitUnits) * 100}
              color="yellow.6"
              aria-label="Share of the budget that is promised"
            />
          </Progress.Root>
        </>
      )}
      <Facts
        items={[
          [
            kind === 'referral' ? 'Promised, not paid yet' : 'Promised, not cleared yet',
            units(promisedUnits),
          ],
          ['Paid', units(paidUnits)],
          ['Taken back', units(takenBackUnits)],
          ['Left', leftUnits === null ? 'No limit' : units(leftUnits)],
          ['Members', formatNumber(members)],
          [kind === 'referral' ? 'Friends' : 'Dines', formatNumber(dines)],
        ]}
      />
    </>
  )
}

import type { postLedgerCheck } from '@dineward/core/console-finance/finance-runs.contract.ts'
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ledgerCheckQuery } from './finance.queries.ts'
import { isUnfinished, LedgerFindings, RunProgress } from './run-progress.tsx'

/** @param partner empty: of all programs that one may see */
export function LedgerCheck({ partner }: { partner: string }) {
  const client = useQueryClient()
  const query = useQuery(ledgerCheckQuery(partner))
  const start = useMutation({
    mutationFn: () =>
      api<typeof postLedgerCheck>('POST', '/api/Console/Finance/LedgerCheck', {
        body: { partner: partner || undefined },
      }),
    onSuccess: ({ run }) => client.setQueryData(ledgerCheckQuery(partner).queryKey, run),
    onError: toastProblem,
  })
  const run = query.data ?? null
  return (
    <Section
      title="Ledger check"
      intro="Every invariant: postings sum to zero, balances equal their entries, each reward equals its dine. It reads whole tables."
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() => start.mutate()}
          loading={start.isPending || isUnfinished(run)}
        >
          Check the ledger
        </Button>
      }
    >
      <Loaded query={query}>
        {found =>
          found && (
            <>
              {isUnfinished(found) && <RunProgress run={found} label="Checking the ledger" />}
              {found.finishedAt && !found.error && <LedgerFindings run={found} />}
              {found.error && <Alert color="red" title={found.error} />}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

import type {
  postAccrualsReceive,
  postAccrualsSend,
} from '@dineward/core/console-finance/accruals.contract.ts'
import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { useProgramsWith } from '../../lib/staff.ts'
import { toastDone, toastProblem } from '../../ui/dialog/toast.ts'
import { financeKey } from './finance.queries.ts'

/** For each program that is told by file or HTTP. @param programs slugs */
export function ExchangeButtons({ programs }: { programs: readonly string[] }) {
  const allowed = useProgramsWith('finance.settle').filter(({ slug }) => programs.includes(slug))
  return allowed.map(({ slug, name }) => <ExchangeOf key={slug} slug={slug} name={name} />)
}

function ExchangeOf({ slug, name }: { slug: string; name: string }) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: financeKey })
  const send = useMutation({
    mutationFn: () =>
      api<typeof postAccrualsSend>('POST', '/api/Console/Finance/Accruals/Send', { body: { partner: slug } }),
    onSuccess: ({ sent }) => {
      const rows = sent.reduce((sum, file) => sum + file.rows, 0)
      toastDone(rows === 0 ? `${name}: nothing to send.` : `${name}: ${formatNumber(rows)} rows sent.`)
    },
    onError: toastProblem,
    onSettled,
  })
  const receive = useMutation({
    mutationFn: () =>
      api<typeof postAccrualsReceive>('POST', '/api/Console/Finance/Accruals/Receive', {
        body: { partner: slug },
      }),
    onSuccess: ({ answers }) => {
      const sum = (field: 'confirmed' | 'rejected') => answers.reduce((total, one) => total + one[field], 0)
      const counts = `${formatNumber(sum('confirmed'))} confirmed, ${formatNumber(sum('rejected'))} rejected`
      toastDone(`${name}: ${answers.length === 0 ? 'no answers yet.' : `${counts}.`}`)
    },
    onError: toastProblem,
    onSettled,
  })
  const problems = receive.data?.answers.flatMap(({ name: file, failure, problems: lines }) => [
    ...(failure ? [`${file} was not taken and is read again: ${failure}`] : []),
    ...lines.map(({ line, problem }) => `${file}, line ${line}: ${problem}`),
  ])
  return (
    <div>
      <Group gap="xs">
        <Text w={{ base: '100%', sm: '14rem' }} fw={600}>
          {name}
        </Text>
        <Button size="xs" variant="default" onClick={() => send.mutate()} loading={send.isPending}>
          Send now
        </Button>
        <Button size="xs" variant="default" onClick={() => receive.mutate()} loading={receive.isPending}>
          Read answers
        </Button>
      </Group>
      {problems && problems.length > 0 && (
        <Alert color="red" title="Problems in the answers" mt="xs">
          <List fz="sm">
            {problems.map(one => (
              <List.Item key={one}>{one}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}

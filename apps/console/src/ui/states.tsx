import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import styles from './states.module.css'

/** What will be here, and how to get it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Text fw={700}>{title}</Text>
      {children && (
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

/** What went wrong and what to do, with the request's number for those who look into it. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const sentence = sentenceOf(error)
  // A refusal explains itself.
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  const again = isFinal(error) ? undefined : retry
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={sentence} role="alert">
      {(again || requestId) && (
        <Group gap="sm">
          {again && (
            <Button size="xs" variant="default" onClick={again}>
              Try again
            </Button>
          )}
          {requestId && (
            <Text fz="xs" c="dimmed">
              Request {requestId}
            </Text>
          )}
        </Group>
      )}
    </Alert>
  )
}

/** Another try has the same answer. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && ['not_found', 'forbidden'].includes(error.code)

const plainRefusal = 'You do not have access to this.'

/** Where fields are at fault, their sentences say more than that some are. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.fieldErrors.length > 0)
    return [...new Set(error.fieldErrors.map(({ message }) => message))].join(' ')
  // Some refusals say more.
  if (error instanceof ApiError && error.code === 'forbidden' && error.message === plainRefusal)
    return 'Your role does not allow this.'
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}

export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={8} aria-busy="true" aria-label="Loading">
      <SlowNote />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height={32} />
      ))}
    </Stack>
  )
}

const slowAfterMs = 8_000

/** Otherwise a person who waits for a large program's figures thinks that nothing comes. */
function SlowNote() {
  const [isSlow, setSlow] = useState(false)
  useTimeout(() => setSlow(true), slowAfterMs, { autoInvoke: true })
  return <Text role="status">{isSlow && 'This takes longer than usual, and goes on by itself.'}</Text>
}

/** Its content is of what was asked before while what is asked now loads. */
export function Replaced({
  query,
  children,
}: {
  query: Pick<UseQueryResult, 'isPlaceholderData'>
  children: ReactNode
}) {
  const isOld = query.isPlaceholderData
  return (
    <Stack aria-busy={isOld} className={styles.replaced}>
      {isOld && <SlowNote />}
      {children}
    </Stack>
  )
}

/** It shows that a query loads, its error or its content. */
export function Loaded<T>({
  query,
  skeleton = <Loading />,
  children,
}: {
  query: UseQueryResult<T>
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined)
    return (
      <>
        {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    )
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />
  return skeleton
}

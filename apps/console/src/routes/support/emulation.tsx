import { emulationMs, emulationWindow } from '@dineward/core/emulation/emulation.rules.ts'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  type Emulation,
  endEmulation,
  startEmulation,
} from '../../features/support/member-actions.queries.ts'
import styles from '../../features/support/support.module.css'
import { memberQuery } from '../../features/support/support.queries.ts'
import { ReasonField } from '../../kit/action/action-dialog.tsx'
import { useAction } from '../../kit/action/use-action.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Problem } from '../../ui/states.tsx'

/** What a member sees, in a frame; for a reason, and until it is left. */
export function Component() {
  const { id = '' } = useParams()
  const name = useQuery(memberQuery(id)).data?.name ?? 'the member'
  const [emulation, setEmulation] = useState<Emulation | null>(null)
  return (
    <Page
      title={`What ${name} sees`}
      parents={[
        { to: '/members', label: 'Members' },
        { to: `/members/${id}`, label: name },
      ]}
    >
      {emulation ? (
        <Frame emulation={emulation} name={name} memberId={id} onAgain={() => setEmulation(null)} />
      ) : (
        <ReasonForm memberId={id} onStart={setEmulation} />
      )}
    </Page>
  )
}

function ReasonForm({ memberId, onStart }: { memberId: string; onStart: (emulation: Emulation) => void }) {
  const [reason, setReason] = useState('')
  const start = useAction({
    run: async (why: string) => {
      onStart(await startEmulation(memberId, why))
      return null
    },
  })
  return (
    <Section
      title="Why do you look?"
      intro="Nothing of the member changes, and it ends after 15 minutes. The audit log keeps that you looked."
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          void start.send(reason.trim())
        }}
      >
        <Stack gap="sm" maw={520}>
          <ReasonField value={reason} onChange={setReason} />
          {start.error !== null && <Problem error={start.error} />}
          <Group>
            <Button type="submit" loading={start.isSending}>
              Look
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

interface FrameProps {
  readonly emulation: Emulation
  readonly name: string
  readonly memberId: string
  readonly onAgain: () => void
}

function Frame({ emulation, name, memberId, onAgain }: FrameProps) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), emulationMs)
    return () => clearTimeout(timer)
  }, [])
  // Leaving the page by any way ends it.
  useEffect(() => {
    const end = () => void endEmulation(emulation.id).catch(() => {})
    addEventListener('pagehide', end)
    return () => {
      removeEventListener('pagehide', end)
      end()
    }
  }, [emulation.id])

  if (isOver)
    return (
      <Empty title="The 15 minutes are over" action={<Button onClick={onAgain}>Look again</Button>}>
        The audit log keeps each look with its reason.
      </Empty>
    )
  return (
    <Stack gap="sm">
      <Alert color="orange" role="status">
        <Group justify="space-between" gap="xs">
          <strong>You see what {name} sees. Nothing can be changed.</strong>
          <Button component={Link} to={`/members/${memberId}`} size="xs" variant="default">
            Leave
          </Button>
        </Group>
      </Alert>
      <iframe
        name={emulationWindow}
        src={emulation.address}
        title={`The site as ${name} sees it`}
        className={styles.emulation}
      />
    </Stack>
  )
}

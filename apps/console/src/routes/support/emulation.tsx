import { emulationMs, emulationWindow } from '@dineward/core/emulation/emulation.rules.ts'
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  type Emulation,
  endEmulation,
  startEmulation,
} from '../../features/support/member-actions.queries.ts'
import styles from '../../features/support/support.module.css'
import { memberQuery } from '../../features/support/support.queries.ts'
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
  const [state, setState] = useState<{ isSending: boolean; problem: unknown }>({
    isSending: false,
    problem: null,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, problem: null })
    try {
      onStart(await startEmulation(memberId, reason.trim()))
    } catch (problem) {
      setState({ isSending: false, problem })
    }
  }

  return (
    <Section
      title="Why do you look?"
      intro="The audit log keeps that you looked, when and why. Nothing of the member changes, and it ends after 15 minutes."
    >
      <form onSubmit={submit}>
        <Stack gap="sm" maw={520}>
          <Textarea
            label="Reason"
            required
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            autoFocus
          />
          {state.problem !== null && <Problem error={state.problem} />}
          <Group>
            <Button type="submit" loading={state.isSending}>
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

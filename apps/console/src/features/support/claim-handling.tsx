import type { getConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMay, useStaff } from '../../lib/staff.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { assignClaim, noteClaim } from './support.queries.ts'

type FoundClaim = ContractResponse<typeof getConsoleClaim>

/** Who works on it, and what staff note for each other. */
export function ClaimHandling({ found }: { found: FoundClaim }) {
  const { claim } = found
  const mayDecide = useMay('claims.decide', claim.partner)
  return (
    <Section title="Among staff" intro="The member sees none of this here.">
      <ClaimAssignee found={found} isChangeable={mayDecide && claim.decidedAt === null} />
      <ClaimNotes found={found} mayNote={mayDecide} />
    </Section>
  )
}

function ClaimAssignee({ found, isChangeable }: { found: FoundClaim; isChangeable: boolean }) {
  const { claim, colleagues } = found
  const { email: own } = useStaff()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const before = claim.assignee?.email ?? null

  async function assign(assignee: string | null) {
    setSending(true)
    setProblem(null)
    try {
      toastDone(await assignClaim(claim.id, { assignee, before }))
    } catch (error) {
      setProblem(error)
    } finally {
      setSending(false)
    }
  }

  if (!isChangeable)
    return <Text>{claim.assignee ? `Taken by ${claim.assignee.name}.` : 'Taken by no one.'}</Text>
  const people = colleagues.map(({ email, name }) => ({
    value: email,
    label: email === own ? `${name} (you)` : name,
  }))
  const gone = claim.assignee && !colleagues.some(({ email }) => email === before)
  return (
    <>
      <Group gap="xs" align="flex-end">
        <Select
          label="Taken by"
          placeholder="No one"
          data={gone ? [...people, { value: before!, label: claim.assignee!.name }] : people}
          value={before}
          onChange={value => void assign(value)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Leave it to no one' }}
          disabled={isSending}
        />
        {before === own ? (
          <Button variant="default" loading={isSending} onClick={() => void assign(null)}>
            Leave it
          </Button>
        ) : (
          <Button variant="default" loading={isSending} onClick={() => void assign(own)}>
            Take it
          </Button>
        )}
      </Group>
      {problem !== null && <Problem error={problem} />}
    </>
  )
}

function ClaimNotes({
  found: { claim, notes, colleagues },
  mayNote,
}: {
  found: FoundClaim
  mayNote: boolean
}) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  useUnsavedChanges(text.trim() !== '')
  const nameOf = (author: string) => colleagues.find(({ email }) => email === author)?.name ?? author

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    setProblem(null)
    try {
      toastDone(await noteClaim(claim.id, text.trim()))
      setText('')
    } catch (error) {
      setProblem(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {notes.map(note => (
        <div key={note.id}>
          <Text fz="xs" c="dimmed">
            {nameOf(note.author)} · <Time at={note.createdAt} />
          </Text>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</Text>
        </div>
      ))}
      {mayNote && (
        <form onSubmit={submit}>
          <Stack gap="xs" align="flex-start">
            <Textarea
              label="New note"
              description="It cannot be changed later. No card numbers."
              required
              maxLength={2000}
              autosize
              minRows={2}
              w="100%"
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            {problem !== null && <Problem error={problem} />}
            <Button type="submit" variant="default" loading={isSending}>
              Add the note
            </Button>
          </Stack>
        </form>
      )}
    </>
  )
}

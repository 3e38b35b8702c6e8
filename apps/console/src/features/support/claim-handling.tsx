import type { getConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useAction } from '../../kit/action/use-action.ts'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { useMay, useStaff } from '../../lib/staff.ts'
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
      <AssigneeField
        assignee={claim.assignee}
        colleagues={found.colleagues}
        isChangeable={mayDecide && claim.decidedAt === null}
        assign={change => assignClaim(claim.id, change)}
      />
      <ClaimNotes found={found} mayNote={mayDecide} />
    </Section>
  )
}

type Colleague = FoundClaim['colleagues'][number]

interface AssigneeFieldProps {
  readonly assignee: Colleague | null
  readonly colleagues: readonly Colleague[]
  readonly isChangeable: boolean
  /** @returns the sentence that the toast shows. */
  readonly assign: (change: {
    readonly assignee: string | null
    readonly before: string | null
  }) => Promise<string>
}

/** Who works on it, for those who may answer it. */
export function AssigneeField({ assignee: taken, colleagues, isChangeable, ...props }: AssigneeFieldProps) {
  const { email: own } = useStaff()
  const before = taken?.email ?? null
  const action = useAction<string | null>({ run: assignee => props.assign({ assignee, before }) })
  const { isSending } = action
  const assign = (assignee: string | null) => void action.send(assignee)

  if (!isChangeable) return <Text>{taken ? `Taken by ${taken.name}.` : 'Taken by no one.'}</Text>
  const people = colleagues.map(({ email, name }) => ({
    value: email,
    label: email === own ? `${name} (you)` : name,
  }))
  const gone = taken && !colleagues.some(({ email }) => email === before)
  return (
    <>
      <Group gap="xs" align="flex-end">
        <Select
          label="Taken by"
          placeholder="No one"
          data={gone ? [...people, { value: before!, label: taken.name }] : people}
          value={before}
          onChange={assign}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Leave it to no one' }}
          disabled={isSending}
        />
        {before === own ? (
          <Button variant="default" loading={isSending} onClick={() => assign(null)}>
            Leave it
          </Button>
        ) : (
          <Button variant="default" loading={isSending} onClick={() => assign(own)}>
            Take it
          </Button>
        )}
      </Group>
      {action.error !== null && <Problem error={action.error} />}
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
  const edit = useEditForm({ initial: { text: '' }, run: ({ text }) => noteClaim(claim.id, text.trim()) })
  const error = edit.otherErrors()
  const nameOf = (author: string) => colleagues.find(({ email }) => email === author)?.name ?? author

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
        <form onSubmit={edit.submit}>
          <Stack gap="xs" align="flex-start">
            <Textarea
              label="New note"
              description="It cannot be changed later. No card numbers."
              required
              maxLength={2000}
              autosize
              minRows={2}
              w="100%"
              {...edit.field('text')}
            />
            {error !== null && <Problem error={error} />}
            <Button type="submit" variant="default" loading={edit.action.isSending}>
              Add the note
            </Button>
          </Stack>
        </form>
      )}
    </>
  )
}

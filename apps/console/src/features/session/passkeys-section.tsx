import type { ConsoleAccount } from '@dineward/core/console-session/console-account.contract.ts'
import { Button, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyProblem } from '../../lib/passkey-problem.ts'
import { accountQuery } from '../../lib/staff-proof.ts'
import { ProofDialog } from '../../ui/dialog/proof-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { addPasskey, removePasskey } from './account.queries.ts'

type Passkeys = ConsoleAccount['passkeys']

export function PasskeysSection({ passkeys }: { passkeys: Passkeys }) {
  const [isAdding, setAdding] = useState(false)
  const [name, setName] = useState('')
  const [removed, setRemoved] = useState<Passkeys[number] | null>(null)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(accountQuery)
  return (
    <Section
      title="Passkeys"
      intro="A passkey signs you in without password and code, by your fingerprint, face or device."
      actions={<Button onClick={() => setAdding(true)}>Add a passkey</Button>}
    >
      {passkeys.length === 0 ? (
        <Empty title="No passkeys yet">Add one for each device that you work on.</Empty>
      ) : (
        <PasskeyTable passkeys={passkeys} onRemove={setRemoved} />
      )}
      <ProofDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        confirm="Continue"
        onProof={async proof => {
          await addPasskey(name.trim(), proof).catch((error: unknown) => {
            throw passkeyProblem(error)
          })
          await refresh()
          setAdding(false)
          setName('')
          toastDone('The passkey is added. Your other sessions are ended.')
        }}
      >
        <TextInput
          label="Name, such as “Work laptop”"
          required
          maxLength={50}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </ProofDialog>
      <ProofDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove “${removed?.name ?? ''}”`}
        confirm="Remove the passkey"
        isDangerous
        onProof={async proof => {
          await removePasskey(removed!.id, proof)
          await refresh()
          setRemoved(null)
          toastDone('The passkey is removed. Your other sessions are ended.')
        }}
      >
        <Text>It no longer signs you in. Remove it from the device as well.</Text>
      </ProofDialog>
    </Section>
  )
}

function PasskeyTable({
  passkeys,
  onRemove,
}: {
  passkeys: Passkeys
  onRemove: (passkey: Passkeys[number]) => void
}) {
  return (
    <Scrolling label="Passkeys" minWidth={420}>
      <Table fz="sm" aria-label="Passkeys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Added</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {passkeys.map(passkey => (
            <Table.Tr key={passkey.id}>
              <Table.Th scope="row">{passkey.name}</Table.Th>
              <Table.Td>
                <Time at={passkey.createdAt} as="day" />
              </Table.Td>
              <Table.Td>
                {passkey.lastUsedAt ? <Time at={passkey.lastUsedAt} as="relative" /> : 'Never'}
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}

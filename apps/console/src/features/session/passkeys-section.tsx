import type { ConsoleAccount } from '@dineward/core/console-session/console-account.contract.ts'
import { Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SmallTable } from '../../kit/small-table.tsx'
import { passkeyProblem } from '../../lib/passkey-problem.ts'
import { accountQuery } from '../../lib/staff-proof.ts'
import { ProofDialog } from '../../ui/dialog/proof-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { addPasskey, removePasskey } from './account.queries.ts'

type Passkeys = ConsoleAccount['passkeys']

export function PasskeysSection({ passkeys }: { passkeys: Passkeys }) {
  const [isAdding, setAdding] = useState(false)
  const [name, setName] = useState('')
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
        <SmallTable
          label="Passkeys"
          rows={passkeys}
          rowKey={({ id }) => id}
          columns={[
            ['Name', ({ name: called }) => called],
            ['Added', ({ createdAt }) => <Time at={createdAt} as="day" />],
            [
              'Last used',
              ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : 'Never'),
            ],
            ['Actions', passkey => <RemovePasskey passkey={passkey} />, 'buttons'],
          ]}
        />
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
    </Section>
  )
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkeys[number] }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const queryClient = useQueryClient()
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Remove ${name}`} onClick={open}>
        Remove
      </Button>
      <ProofDialog
        opened={isOpen}
        onClose={close}
        title={`Remove “${name}”`}
        confirm="Remove the passkey"
        isDangerous
        onProof={async proof => {
          await removePasskey(id, proof)
          close()
          await queryClient.invalidateQueries(accountQuery)
          toastDone('The passkey is removed. Your other sessions are ended.')
        }}
      >
        <Text>It no longer signs you in. Remove it from the device as well.</Text>
      </ProofDialog>
    </>
  )
}

import type {
  postEndRestaurantMid,
  postRestaurantMid,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Button, Group, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatPlainDate } from '../../lib/format.ts'
import { inSentences } from '../../lib/in-sentences.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Empty } from '../../ui/states.tsx'
import { useRestaurantWrite } from './restaurants.queries.ts'

export function MidsSection({ restaurant }: { restaurant: Restaurant }) {
  const { mids, canChangeFacts } = restaurant
  return (
    <Section
      title="Merchant ids"
      intro="Card networks report dines under these. A dine goes by those of its day."
      actions={canChangeFacts && <AddMid restaurant={restaurant} />}
    >
      {mids.length === 0 ? (
        <Empty title="No merchant id">Dines here are not recognized without one.</Empty>
      ) : (
        <Scrolling label="Merchant ids" minWidth={280}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>MID</Table.Th>
                <Table.Th>From</Table.Th>
                <Table.Th>Until</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {mids.map(({ mid, validFrom, validTo }) => (
                <Table.Tr key={`${mid} ${validFrom}`}>
                  <Table.Td>{mid}</Table.Td>
                  <Table.Td>{formatPlainDate(validFrom)}</Table.Td>
                  <Table.Td>{validTo ? formatPlainDate(validTo) : 'In force'}</Table.Td>
                  <Table.Td ta="right">
                    {canChangeFacts && validTo === null && <EndMid id={restaurant.id} mid={mid} />}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
      )}
    </Section>
  )
}

function AddMid({ restaurant: { id } }: { restaurant: Restaurant }) {
  const [isOpen, setIsOpen] = useState(false)
  const [mid, setMid] = useState('')
  const add = useRestaurantWrite(
    (reason: string) =>
      api<typeof postRestaurantMid>('POST', '/api/Console/Restaurants/:id/Mids', {
        params: { id },
        body: { mid, reason },
      }),
    'Merchant id added.',
  )
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        Add a merchant id
      </Button>
      <ReasonDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Add a merchant id"
        confirm="Add"
        onConfirm={async reason => {
          await inSentences(add.mutateAsync(reason))
          setMid('')
        }}
      >
        <TextInput
          label="MID"
          description="In force from today, by the restaurant’s date"
          required
          value={mid}
          onChange={({ currentTarget }) => setMid(currentTarget.value.trim())}
        />
      </ReasonDialog>
    </>
  )
}

function EndMid({ id, mid }: { id: string; mid: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const end = useRestaurantWrite(
    (reason: string) =>
      api<typeof postEndRestaurantMid>('POST', '/api/Console/Restaurants/:id/Mids/:mid/End', {
        params: { id, mid },
        body: { reason },
      }),
    'Merchant id ended.',
  )
  return (
    <Group justify="flex-end">
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setIsOpen(true)}>
        End
      </Button>
      <ReasonDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={`End ${mid}`}
        confirm="End it"
        isDangerous
        onConfirm={reason => inSentences(end.mutateAsync(reason))}
      >
        From today on, payments under this id are not of this restaurant, and earn nothing.
      </ReasonDialog>
    </Group>
  )
}

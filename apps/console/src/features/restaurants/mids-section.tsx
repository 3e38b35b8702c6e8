import type {
  postEndRestaurantMid,
  postRestaurantMid,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { api } from '../../lib/api.ts'
import { formatPlainDate } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Empty } from '../../ui/states.tsx'
import { useChangedRestaurant } from './restaurants.queries.ts'

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
  const [mid, setMid] = useState('')
  const take = useChangedRestaurant()
  return (
    <ActionButton
      label="Add a merchant id"
      button={{ size: 'xs' }}
      title="Add a merchant id"
      confirm="Add"
      run={async ({ reason }) => {
        const path = '/api/Console/Restaurants/:id/Mids'
        take(await api<typeof postRestaurantMid>('POST', path, { params: { id }, body: { mid, reason } }))
        setMid('')
        return 'Merchant id added.'
      }}
    >
      <TextInput
        label="MID"
        description="In force from today, by the restaurant’s date"
        required
        value={mid}
        onChange={({ currentTarget }) => setMid(currentTarget.value.trim())}
      />
    </ActionButton>
  )
}

function EndMid({ id, mid }: { id: string; mid: string }) {
  const take = useChangedRestaurant()
  return (
    <ActionButton
      label="End"
      ariaLabel={`End ${mid}`}
      button={{ size: 'compact-sm', variant: 'subtle', color: 'red' }}
      title={`End ${mid}`}
      confirm="End it"
      isDangerous
      run={async ({ reason }) => {
        const path = '/api/Console/Restaurants/:id/Mids/:mid/End'
        take(await api<typeof postEndRestaurantMid>('POST', path, { params: { id, mid }, body: { reason } }))
        return 'Merchant id ended.'
      }}
    >
      From today on, payments under this id are not of this restaurant, and earn nothing.
    </ActionButton>
  )
}

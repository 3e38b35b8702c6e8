import type {
  Participation,
  postComingTerms,
  postComingTermsWithdraw,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Done } from '../../../kit/action/action.ts'
import { ActionButton } from '../../../kit/action/action-dialog.tsx'
import { api } from '../../../lib/api.ts'
import { formatPlainDate } from '../../../lib/format.ts'
import { Difference } from '../../../ui/difference.tsx'
import { restaurantQuery, useChangedRestaurant } from '../restaurants.queries.ts'
import { TermsDialog } from './terms-dialog.tsx'
import { termsInWords } from './terms-words.ts'

interface ComingTermsProps {
  readonly restaurant: Restaurant
  readonly program: Program
  readonly participation: Participation
  readonly mayChange: boolean
}

type Planned = Participation['coming'][number]

/** What changes on days to come, each beside what holds until then. */
export function ComingTerms({ restaurant, program, participation, mayChange }: ComingTermsProps) {
  const [edited, setEdited] = useState<Planned | null>(null)
  const withdraw = useWithdrawal(restaurant.id, program.slug, participation)
  const inWords = (terms: Planned['terms']) => Object.fromEntries(termsInWords(terms, program))
  return (
    <>
      {participation.coming.map((planned, index) => {
        const day = formatPlainDate(planned.from)
        const until = participation.coming[index - 1]?.terms ?? participation
        return (
          <Alert key={planned.from} color="blue" title={`Other terms from ${day}`}>
            <Difference before={inWords(until)} after={inWords(planned.terms)} />
            {mayChange && (
              <Group gap="xs" mt="xs">
                <Button size="xs" variant="default" onClick={() => setEdited(planned)}>
                  Change these
                </Button>
                <ActionButton
                  label="Withdraw…"
                  button={{ size: 'xs' }}
                  title={`Withdraw the terms from ${day}?`}
                  confirm="Withdraw them"
                  run={({ reason }) => withdraw(planned, reason)}
                >
                  They have not begun. The terms before them go on.
                </ActionButton>
              </Group>
            )}
          </Alert>
        )
      })}
      {edited && (
        <TermsDialog
          restaurant={restaurant}
          program={program}
          participation={participation}
          planned={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const path = '/api/Console/Restaurants/:id/Participations/:partner/Coming'

function useWithdrawal(id: string, partner: string, { version }: Participation) {
  const client = useQueryClient()
  const params = { id, partner }
  const take = useChangedRestaurant()
  const took = (answer: { restaurant: Restaurant }) =>
    take(answer).participations.find(one => one.partner === partner)
  return async ({ from, terms }: Planned, reason: string): Promise<Done> => {
    try {
      const withdrawal = `${path}/Withdraw` as const
      const body = { version, from, reason }
      const left = took(await api<typeof postComingTermsWithdraw>('POST', withdrawal, { params, body }))
      const again = { version: left?.version ?? '', from, terms, reason: `Undone: ${reason}`.slice(0, 500) }
      return {
        says: 'The terms are withdrawn.',
        undo: async () => took(await api<typeof postComingTerms>('POST', path, { params, body: again })),
      }
    } catch (error) {
      void client.invalidateQueries({ queryKey: restaurantQuery(id).queryKey, exact: true })
      throw error
    }
  }
}

import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { OfferEditor } from '../../features/programs/offers/offer-editor.tsx'
import { offerQuery } from '../../features/programs/offers/offers.queries.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { isMoney } from '../../lib/format.ts'
import { dayHere } from '../../lib/months.ts'
import { useProgram } from '../../lib/staff.ts'
import { Loaded } from '../../ui/states.tsx'

/** It shows an offer, or a new one. */
export function Component() {
  const { slug = '', id = '' } = useParams()
  const program = useProgram(slug)
  const isNew = id === 'new'
  const query = useQuery({ ...offerQuery(slug, id), enabled: !isNew })
  const navigate = useNavigate()
  const list = `/programs/${slug}/offers`
  return (
    <ProgramPage slug={slug} part={isNew ? 'New offer' : (query.data?.definition.name ?? 'Offer')}>
      <Anchor component={Link} to={list} fz="sm">
        All offers
      </Anchor>
      {program && isNew && (
        <OfferEditor
          program={program}
          offer={null}
          start={emptyOffer(isMoney(program) ? 500 : 250)}
          onCreated={created => void navigate(`${list}/${created}`, { replace: true })}
          onWithdrawn={() => undefined}
        />
      )}
      {program && !isNew && (
        <Loaded query={query}>
          {offer => (
            <OfferEditor
              key={offer.id}
              program={program}
              offer={offer}
              start={offer.definition}
              onCreated={() => undefined}
              onWithdrawn={() => void navigate(list)}
            />
          )}
        </Loaded>
      )}
    </ProgramPage>
  )
}

function emptyOffer(units: number): OfferDefinition {
  const inDays = (days: number) => dayHere(new Date(Date.now() + days * 86_400_000))
  return {
    name: '',
    reward: { kind: 'fixed', units },
    minimumSpendCents: 0,
    budgetUnits: units * 1_000,
    memberCapUnits: null,
    startsOn: inDays(1),
    endsOn: inDays(30),
    merchantIds: [],
    memberIds: null,
  }
}

import type { ConsoleOffer } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { type OfferDefinition, offerDefinitionSchema } from '@dineward/core/offers/offer.rules.ts'
import { Alert, Box, Grid, Group, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { FormBar } from '../../../kit/form/form-parts.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { newDraftId } from '../../../lib/draft-id.ts'
import { useMay } from '../../../lib/staff.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Time } from '../../../ui/time.tsx'
import { BudgetFigures } from '../budgets/budget-figures.tsx'
import { Forecast } from '../budgets/forecast.tsx'
import { EndOffer } from './end-offer.tsx'
import { OfferCheck } from './offer-check.tsx'
import { OfferFields } from './offer-fields.tsx'
import { offerInWords, offerStateWords } from './offer-words.ts'
import { offerQuery, saveOffer } from './offers.queries.ts'

interface OfferEditorProps {
  readonly program: Program
  /** It is null for a new one. */
  readonly offer: ConsoleOffer | null
  readonly start: OfferDefinition
  readonly onCreated: (id: string) => void
  readonly onWithdrawn: () => void
}

export function OfferEditor(props: OfferEditorProps) {
  const { program, offer, onWithdrawn } = props
  const edit = useOfferForm(props)
  const mayChange = useMay('bonuses.change', program.slug)
  const { values: definition } = edit
  const merchants = offer?.merchants ?? []
  const nameOf = (id: string) => merchants.find(one => one.id === id)?.name ?? id
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <form onSubmit={edit.submit}>
          <Box component="fieldset" disabled={!mayChange} bd={0} p={0} m={0} miw={0}>
            <Stack gap="md">
              {offer && offer.state !== 'coming' && (
                <Alert color="blue">
                  It has begun, and members were promised it: its name, its budget and its last day can
                  change. For anything else end it, and define another one.
                </Alert>
              )}
              <OfferFields
                program={program}
                definition={definition}
                onChange={edit.change}
                errors={edit.errorsOf(Object.keys(definition) as (keyof OfferDefinition)[])}
                isPromised={offer !== null && offer.state !== 'coming'}
                merchants={merchants}
              />
              {mayChange && (
                <FormBar
                  of={edit}
                  save={offer ? 'Save' : 'Define the offer'}
                  isNew={offer === null}
                  words={value => offerInWords(program, value, nameOf)}
                />
              )}
            </Stack>
          </Box>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          {offer && (
            <WhatItDid offer={offer}>
              {mayChange && offer.state !== 'ended' && (
                <EndOffer program={program} offer={offer} onWithdrawn={onWithdrawn} />
              )}
            </WhatItDid>
          )}
          {offer && <BudgetFigures program={program} kind="offer" code={offer.id} />}
          <Forecast program={program} subject={{ kind: 'offer', id: offer?.id ?? null, definition }} />
          <OfferCheck
            program={program}
            id={offer?.id ?? null}
            definition={definition}
            known={merchants.map(({ id, name, city }) => ({ value: id, label: `${name}, ${city}` }))}
          />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

function useOfferForm({ program: { slug }, offer, start, onCreated }: OfferEditorProps) {
  const [id] = useState(() => offer?.id ?? newDraftId())
  // One that waits for a second person is not there to be opened.
  const isMade = useRef(false)
  return useEditForm<OfferDefinition>({
    initial: start,
    stored: offer && { value: offer.definition, version: offer.version },
    schema: offerDefinitionSchema,
    prefix: /^definition\./,
    refresh: [offerQuery(slug, id).queryKey],
    onDone: () => {
      if (isMade.current) onCreated(id)
    },
    async run(definition, { version, reason }) {
      await saveOffer(slug, { id, version, definition, reason })
      isMade.current = offer === null
      return 'Saved. Members see it within seconds.'
    },
  })
}

function WhatItDid({ offer, children }: { offer: ConsoleOffer; children: React.ReactNode }) {
  const { label, tone } = offerStateWords[offer.state]
  return (
    <Section title="So far">
      <Group>
        <Status tone={tone}>{label}</Status>
      </Group>
      <Facts
        items={[
          ['Members read', `${offer.amount}${offer.definition.memberIds ? ' for you' : ' extra'}`],
          [
            'Last change',
            offer.changed && (
              <>
                <Time at={offer.changed.at} /> by {offer.changed.by}: {offer.changed.reason}
              </>
            ),
          ],
        ]}
      />
      {children}
    </Section>
  )
}

import type { ConsoleOffer } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { Alert, Box, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ReasonField } from '../../../kit/action/action-dialog.tsx'
import { useDraft } from '../../../kit/form/use-draft.ts'
import { newDraftId } from '../../../lib/draft-id.ts'
import { useMay } from '../../../lib/staff.ts'
import { forgetUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { Difference } from '../../../ui/difference.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Problem } from '../../../ui/states.tsx'
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
  const draft = useOfferDraft(props)
  const mayChange = useMay('bonuses.change', program.slug)
  const { value: definition, errors } = draft
  const merchants = offer?.merchants ?? []
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <form onSubmit={event => void draft.submit(event)}>
          <Box component="fieldset" disabled={!mayChange} bd={0} p={0} m={0} miw={0}>
            <Stack gap="md">
              {draft.action.isStale && offer && (
                <Conflict program={program} theirs={offer} mine={definition} onTakeTheirs={draft.discard} />
              )}
              {offer && offer.state !== 'coming' && (
                <Alert color="blue">
                  It has begun, and members were promised it: its name, its budget and its last day can
                  change. For anything else end it, and define another one.
                </Alert>
              )}
              <OfferFields
                program={program}
                definition={definition}
                onChange={draft.change}
                errors={errors}
                isPromised={offer !== null && offer.state !== 'coming'}
                merchants={merchants}
              />
              {mayChange && <SavePart draft={draft} isNew={offer === null} />}
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

type OfferDraft = ReturnType<typeof useOfferDraft>

function useOfferDraft({ program: { slug }, offer, start, onCreated }: OfferEditorProps) {
  const [id] = useState(() => offer?.id ?? newDraftId())
  return useDraft<OfferDefinition>({
    stored: offer && { value: offer.definition, version: offer.version },
    start,
    prefix: /^definition\./,
    refresh: [offerQuery(slug, id).queryKey],
    async save(definition, { version, reason }) {
      await saveOffer(slug, { id, version, definition, reason })
      if (offer === null) {
        forgetUnsavedChanges()
        onCreated(id)
      }
      return 'Saved. Members see it within seconds.'
    },
  })
}

interface ConflictProps {
  readonly program: Program
  readonly theirs: ConsoleOffer
  readonly mine: OfferDefinition
  readonly onTakeTheirs: () => void
}

function Conflict({ program, theirs, mine, onTakeTheirs }: ConflictProps) {
  const nameOf = (id: string) => theirs.merchants.find(one => one.id === id)?.name ?? id
  return (
    <Alert color="orange" role="alert" title="Someone else changed this meanwhile">
      <Stack gap="xs">
        <Text fz="sm">
          {theirs.changed?.by ?? 'They'} saved what is on the left. Save again to put yours in its place.
        </Text>
        <Difference
          before={offerInWords(program, theirs.definition, nameOf)}
          after={offerInWords(program, mine, nameOf)}
          labels={['Theirs', 'Yours']}
        />
        <Group>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function SavePart({ draft, isNew }: { draft: OfferDraft; isNew: boolean }) {
  const { errors, reason, action } = draft
  const [first] = Object.values(errors)
  return (
    <Section title={isNew ? 'Define it' : 'Save the change'}>
      <ReasonField {...reason} error={errors.reason} />
      {first ? (
        <Text c="red" fz="sm" role="alert">
          It is not saved yet: {first}
        </Text>
      ) : (
        action.error !== null && !action.isStale && <Problem error={action.error} />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={action.isSending} disabled={!isNew && !draft.isChanged}>
          {isNew ? 'Define the offer' : action.isStale ? 'Save mine' : 'Save'}
        </Button>
      </Group>
    </Section>
  )
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

import type { ConsoleOffer } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { Alert, Box, Button, Grid, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { newDraftId } from '../../../lib/draft-id.ts'
import { errorsOf } from '../../../lib/field-errors.ts'
import { formatReward } from '../../../lib/format.ts'
import { useMay } from '../../../lib/staff.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { toastDone } from '../../../ui/dialog/toast.ts'
import { Difference } from '../../../ui/difference.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Problem } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { Time } from '../../../ui/time.tsx'
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

export function OfferEditor({ program, offer, start, onCreated, onWithdrawn }: OfferEditorProps) {
  const draft = useOfferDraft(program.slug, offer, start, onCreated)
  const mayChange = useMay('bonuses.change', program.slug)
  const { definition, errors } = draft
  const merchants = offer?.merchants ?? []
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <form onSubmit={draft.submit}>
          <Box component="fieldset" disabled={!mayChange} bd={0} p={0} m={0} miw={0}>
            <Stack gap="md">
              {draft.isStale && offer && (
                <Conflict
                  program={program}
                  theirs={offer}
                  mine={definition}
                  onTakeTheirs={draft.takeTheirs}
                />
              )}
              {offer && offer.state !== 'coming' && (
                <Alert color="blue">
                  It has begun, and members were promised it: its name and its last day can change. For
                  anything else end it, and define another one.
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
            <WhatItDid program={program} offer={offer}>
              {mayChange && offer.state !== 'ended' && (
                <EndOffer program={program} offer={offer} onWithdrawn={onWithdrawn} />
              )}
            </WhatItDid>
          )}
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

/** What is in the form. Nothing of it is lost by an error, or by someone else's change. */
function useOfferDraft(
  slug: string,
  offer: ConsoleOffer | null,
  start: OfferDefinition,
  onCreated: (id: string) => void,
) {
  const client = useQueryClient()
  const [id] = useState(() => offer?.id ?? newDraftId())
  const [seen, setSeen] = useState(offer)
  const [changes, setChanges] = useState<Partial<OfferDefinition>>({})
  const [reason, setReason] = useState('')
  const [isStale, setIsStale] = useState(false)
  const isChanged = Object.keys(changes).length > 0
  useUnsavedChanges(isChanged || reason !== '')
  /** What the changes were made from. */
  const base = isChanged ? seen : offer
  const definition = { ...start, ...base?.definition, ...changes }
  const save = useMutation({
    mutationFn: (version: string | null) =>
      saveOffer(slug, { id, version, definition, reason: reason.trim() }),
    onSuccess(saved) {
      setChanges({})
      setReason('')
      setIsStale(false)
      toastDone('Saved. Members see it within seconds.')
      if (offer !== null) return
      forgetUnsavedChanges()
      onCreated(saved.id)
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return
      void client.invalidateQueries({ queryKey: offerQuery(slug, id).queryKey })
      setIsStale(true)
    },
  })
  return {
    definition,
    reason,
    setReason,
    isStale,
    isSaving: save.isPending,
    isChanged,
    errors: errorsOf(save.error),
    error: isStale ? null : save.error,
    change(next: Partial<OfferDefinition>) {
      if (!isChanged) setSeen(offer)
      setChanges(current => ({ ...current, ...next }))
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const current = isStale ? offer : base
      setSeen(current)
      save.mutate(current?.version ?? null)
    },
    takeTheirs() {
      setChanges({})
      setIsStale(false)
      save.reset()
    },
  }
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

function SavePart({ draft, isNew }: { draft: ReturnType<typeof useOfferDraft>; isNew: boolean }) {
  const { errors, error, reason } = draft
  return (
    <Section title={isNew ? 'Define it' : 'Save the change'}>
      <Textarea
        label="Reason"
        description="Kept in the history and the audit log. No names, no card numbers."
        required
        minLength={3}
        maxLength={500}
        autosize
        value={reason}
        onChange={({ currentTarget }) => draft.setReason(currentTarget.value)}
        error={errors.reason}
      />
      {error && Object.keys(errors).length === 0 && <Problem error={error} />}
      {Object.keys(errors).length > 0 && (
        <Text c="red" fz="sm" role="alert">
          It is not saved yet: {Object.values(errors)[0]}
        </Text>
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={draft.isSaving} disabled={!isNew && !draft.isChanged}>
          {isNew ? 'Define the offer' : draft.isStale ? 'Save mine' : 'Save'}
        </Button>
      </Group>
    </Section>
  )
}

function WhatItDid({
  program,
  offer,
  children,
}: {
  program: Program
  offer: ConsoleOffer
  children: React.ReactNode
}) {
  const { label, tone } = offerStateWords[offer.state]
  return (
    <Section title="So far">
      <Group>
        <Status tone={tone}>{label}</Status>
      </Group>
      <Facts
        items={[
          ['Members read', `${offer.amount}${offer.definition.memberIds ? ' for you' : ' extra'}`],
          ['Dines that used it', String(offer.uses)],
          ['Earned by it', formatReward(program, offer.units)],
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

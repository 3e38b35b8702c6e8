import type { Restaurant } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { StoredOffer } from '@dineward/core/console-restaurants/restaurant-events.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { type MerchantOffer, merchantOfferSchema } from '@dineward/core/merchants/merchant-events.rules.ts'
import { Button, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EditForm } from '../../../kit/form/use-edit-form.ts'
import { newDraftId } from '../../../lib/draft-id.ts'
import { formatPlainDate, formatPlainDates } from '../../../lib/format.ts'
import { useMay } from '../../../lib/staff.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { toastWithUndo } from '../../../ui/dialog/undo-toast.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { removeOffer, saveOffer } from './events.queries.ts'
import { ItemDialog } from './item-dialog.tsx'
import { ItemList } from './item-list.tsx'

interface OwnOfferSectionProps {
  readonly restaurant: Restaurant
  readonly program: Program
  /** They are offers of the program. */
  readonly offers: readonly StoredOffer[]
}

/** What the restaurant gives members of one program by itself. */
export function OwnOfferSection({ restaurant: { id, today }, program, offers }: OwnOfferSectionProps) {
  const mayChange = useMay('merchants.change', program.slug)
  const [edited, setEdited] = useState<{ id: string; offer: MerchantOffer } | null>(null)
  const stored = offers.find(one => one.id === edited?.id)
  const start: MerchantOffer = { title: '', text: '', startsOn: today, endsOn: null }
  async function remove(one: StoredOffer) {
    try {
      await removeOffer(id, one)
      toastWithUndo(`“${one.offer.title}” is removed.`, () => saveOffer(id, { ...one, version: null }))
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <Section
      title={`Offers of its own in ${program.name}`}
      intro="Members who are signed in see them. The restaurant gives them itself: dines earn nothing by them."
      actions={
        mayChange && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Add an offer in ${program.name}`}
            onClick={() => setEdited({ id: newDraftId(), offer: start })}
          >
            Add an offer
          </Button>
        )
      }
    >
      {offers.length === 0 && <Empty title="No offers">A free dessert, a glass on the house.</Empty>}
      <ItemList
        items={offers.map(one => ({
          id: one.id,
          title: one.offer.title,
          when: daysOf(one.offer),
          text: one.offer.text,
          isOver: one.offer.endsOn !== null && one.offer.endsOn < today,
          onEdit: () => setEdited(one),
          onRemove: () => void remove(one),
        }))}
        mayChange={mayChange}
      />
      {edited && (
        <ItemDialog<MerchantOffer>
          title={stored ? 'Offer' : `New offer in ${program.name}`}
          initial={edited.offer}
          schema={merchantOfferSchema}
          stored={stored ? { value: stored.offer, version: stored.version } : null}
          prefix={/^offer\./}
          done="Saved. Members see it within seconds."
          onSave={(offer, version) => saveOffer(id, { id: edited.id, partner: program.slug, version, offer })}
          onClose={() => setEdited(null)}
        >
          {field => <OfferFields field={field} />}
        </ItemDialog>
      )}
    </Section>
  )
}

const daysOf = ({ startsOn, endsOn }: MerchantOffer): string =>
  endsOn === null ? `From ${formatPlainDate(startsOn)} on` : formatPlainDates(startsOn, endsOn)

function OfferFields({ field }: { field: EditForm<MerchantOffer>['field'] }) {
  const { value: lastDay, onChange: setLastDay, ...last } = field('endsOn')
  return (
    <>
      <TextInput label="Title" required maxLength={120} data-autofocus {...field('title')} />
      <Textarea label="What members get" autosize minRows={2} maxLength={1_000} {...field('text')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" label="First day" required {...field('startsOn')} />
        <TextInput
          type="date"
          label="Last day"
          description="Empty: it goes on"
          {...last}
          value={lastDay ?? ''}
          onChange={({ currentTarget }) => setLastDay(currentTarget.value || null)}
        />
      </SimpleGrid>
    </>
  )
}

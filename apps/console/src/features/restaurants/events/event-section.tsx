import type { Restaurant } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { StoredEvent } from '@dineward/core/console-restaurants/restaurant-events.contract.ts'
import { type MerchantEvent, merchantEventSchema } from '@dineward/core/merchants/merchant-events.rules.ts'
import { Button, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EditForm } from '../../../kit/form/use-edit-form.ts'
import { newDraftId } from '../../../lib/draft-id.ts'
import { formatLocalTimes } from '../../../lib/format.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { toastWithUndo } from '../../../ui/dialog/undo-toast.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { removeEvent, saveEvent } from './events.queries.ts'
import { ItemDialog } from './item-dialog.tsx'
import { ItemList } from './item-list.tsx'

interface Edited {
  readonly id: string
  readonly event: MerchantEvent
}

export function EventSection({
  restaurant,
  events,
}: {
  restaurant: Restaurant
  events: readonly StoredEvent[]
}) {
  const { id, today, canChangeFacts } = restaurant
  const [edited, setEdited] = useState<Edited | null>(null)
  const stored = events.find(one => one.id === edited?.id)
  const start: MerchantEvent = {
    title: '',
    text: '',
    url: '',
    startsAt: `${today}T19:00`,
    endsAt: `${today}T22:00`,
  }
  async function remove(one: StoredEvent) {
    try {
      await removeEvent(id, one)
      toastWithUndo(`“${one.event.title}” is removed.`, () => saveEvent(id, { ...one, version: null }))
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <Section
      title="Events"
      intro="On its page at every program. Times of the restaurant; those that ended over 30 days ago are not listed."
      actions={
        canChangeFacts && (
          <Button size="xs" onClick={() => setEdited({ id: newDraftId(), event: start })}>
            Add an event
          </Button>
        )
      }
    >
      {events.length === 0 && <Empty title="No events">A wine dinner, live music, a holiday menu.</Empty>}
      <ItemList
        items={events.map(one => ({
          id: one.id,
          title: one.event.title,
          when: formatLocalTimes(one.event.startsAt, one.event.endsAt),
          text: one.event.text,
          isOver: one.event.endsAt.slice(0, 10) < today,
          onEdit: () => setEdited(one),
          onRemove: () => void remove(one),
        }))}
        mayChange={canChangeFacts}
      />
      {edited && (
        <ItemDialog<MerchantEvent>
          title={stored ? 'Event' : 'New event'}
          initial={edited.event}
          schema={merchantEventSchema}
          stored={stored ? { value: stored.event, version: stored.version } : null}
          prefix={/^event\./}
          done="Saved. Its page shows it within seconds."
          onSave={(event, version) => saveEvent(id, { id: edited.id, version, event })}
          onClose={() => setEdited(null)}
        >
          {field => <EventFields field={field} />}
        </ItemDialog>
      )}
    </Section>
  )
}

function EventFields({ field }: { field: EditForm<MerchantEvent>['field'] }) {
  return (
    <>
      <TextInput label="Title" required maxLength={120} data-autofocus {...field('title')} />
      <Textarea label="What it is" autosize minRows={2} maxLength={1_000} {...field('text')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="datetime-local" label="Begins" required {...field('startsAt')} />
        <TextInput type="datetime-local" label="Ends" required {...field('endsAt')} />
      </SimpleGrid>
      <TextInput
        type="url"
        label="More about it"
        description="A web address, if it has one"
        {...field('url')}
      />
    </>
  )
}

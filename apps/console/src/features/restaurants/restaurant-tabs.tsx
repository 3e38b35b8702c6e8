import type { Restaurant } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Alert, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormBar } from '../../kit/form/form-parts.tsx'
import { useFilter } from '../../lib/filters.ts'
import { useMay, useStaff } from '../../lib/staff.ts'
import { Section } from '../../ui/page/section.tsx'
import { TabStrip } from '../../ui/page/tab-strip.tsx'
import { Loaded } from '../../ui/states.tsx'
import { BookEditor } from './book-editor.tsx'
import { DayBook } from './day-book.tsx'
import { EventSection } from './events/event-section.tsx'
import { eventsQuery } from './events/events.queries.ts'
import { OwnOfferSection } from './events/own-offer-section.tsx'
import { FactsFields } from './facts/facts-fields.tsx'
import { HoursEditor } from './facts/hours-editor.tsx'
import { MenuEditor } from './facts/menu-editor.tsx'
import { PlaceFields } from './facts/place-fields.tsx'
import { type FactsDraft, useFactsDraft } from './facts/use-facts-draft.ts'
import { MidsSection } from './mids-section.tsx'
import { PhotoList } from './photos/photo-list.tsx'
import { factWords } from './restaurant-words.ts'
import styles from './restaurants.module.css'
import { bookQuery } from './restaurants.queries.ts'
import { TermsOfPrograms } from './terms/terms-section.tsx'

const tabs = {
  facts: 'Facts',
  hours: 'Hours',
  menu: 'Menu',
  photos: 'Photos',
  events: 'Events and offers',
  terms: 'Programs and terms',
  tables: 'Tables and book',
} as const

/** The tab is in the address. What was typed in one stays while others are open. */
export function RestaurantTabs({ restaurant }: { restaurant: Restaurant }) {
  const [tab, setTab] = useFilter('tab')
  const current = tab in tabs ? tab : 'facts'
  const draft = useFactsDraft(restaurant)
  const mayChange = useMay('merchants.change')
  return (
    <Tabs value={current} onChange={setTab} keepMounted={false}>
      <TabStrip tabs={Object.entries(tabs)} current={current} label={`Parts of ${restaurant.facts.name}`} />
      <Stack gap="md" pt="md">
        {mayChange && !restaurant.canChangeFacts && (
          <Alert color="blue">
            This restaurant also takes part in programs that you do not run. Its facts, photos and tables are
            changed by staff of all of them; its terms in your programs by you.
          </Alert>
        )}
        <FactsTabs restaurant={restaurant} draft={draft} />
        <Tabs.Panel value="photos">
          <PhotoList restaurant={restaurant} />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <EventsTab restaurant={restaurant} />
        </Tabs.Panel>
        <Tabs.Panel value="terms">
          <Stack gap="md">
            <TermsOfPrograms restaurant={restaurant} />
            <MidsSection restaurant={restaurant} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="tables">
          <TablesTab restaurant={restaurant} />
        </Tabs.Panel>
        <form onSubmit={draft.edit.submit}>
          <FormBar of={draft.edit} needsReason={false} labels={factWords} words={labeled} />
        </form>
      </Stack>
    </Tabs>
  )
}

const labeled = (facts: MerchantFacts) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [lookUp(factWords, name), value]))

function FactsTabs({ restaurant, draft }: { restaurant: Restaurant; draft: FactsDraft }) {
  return (
    <fieldset className={styles.plain} disabled={!restaurant.canChangeFacts}>
      <Tabs.Panel value="facts">
        <Stack gap="md">
          <Section title="What it is">
            <FactsFields draft={draft} />
          </Section>
          <Section title="Where it is">
            <PlaceFields draft={draft} isReadOnly={!restaurant.canChangeFacts} />
          </Section>
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="hours">
        <Section title="Hours" intro="Tables are offered within them.">
          <HoursEditor
            hours={draft.facts.hours}
            onChange={hours => draft.set('hours', hours)}
            error={draft.errors.hours}
          />
        </Section>
      </Tabs.Panel>
      <Tabs.Panel value="menu">
        <Section title="Menu">
          <MenuEditor draft={draft} />
        </Section>
      </Tabs.Panel>
    </fieldset>
  )
}

function TablesTab({ restaurant: { id, canChangeFacts } }: { restaurant: Restaurant }) {
  const query = useQuery(bookQuery(id))
  const mayReadBookings = useMay('bookings.read')
  return (
    <Stack gap="md">
      {mayReadBookings && <DayBook id={id} />}
      <Loaded query={query}>{book => <BookEditor id={id} book={book} mayChange={canChangeFacts} />}</Loaded>
    </Stack>
  )
}

function EventsTab({ restaurant }: { restaurant: Restaurant }) {
  const query = useQuery(eventsQuery(restaurant.id))
  const { partners } = useStaff()
  const isIn = new Set(restaurant.participations.map(({ partner }) => partner))
  return (
    <Loaded query={query}>
      {({ events, offers }) => (
        <Stack gap="md">
          <EventSection restaurant={restaurant} events={events} />
          {partners
            .filter(({ slug }) => isIn.has(slug))
            .map(program => (
              <OwnOfferSection
                key={program.slug}
                restaurant={restaurant}
                program={program}
                offers={offers.filter(({ partner }) => partner === program.slug)}
              />
            ))}
        </Stack>
      )}
    </Loaded>
  )
}

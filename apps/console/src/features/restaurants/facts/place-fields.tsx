import type { getRestaurantPlace } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Button, Group, Select, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { api } from '../../../lib/api.ts'
import { Problem } from '../../../ui/states.tsx'
import { timezones } from '../restaurant-words.ts'
import type { FactsDraft } from './use-facts-draft.ts'

type Fields = Pick<FactsDraft, 'facts' | 'set' | 'errors'>

/** Six decimals are a hand's breadth. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const PinMap = lazy(async () => ({ default: (await import('./pin-map.tsx')).PinMap }))

export function PlaceFields({
  draft: { facts, set, errors },
  isReadOnly = false,
}: {
  draft: Fields
  isReadOnly?: boolean
}) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Street"
          required
          value={facts.street}
          onChange={({ currentTarget }) => set('street', currentTarget.value)}
          error={errors.street}
        />
        <TextInput
          label="Neighborhood"
          value={facts.neighborhood}
          onChange={({ currentTarget }) => set('neighborhood', currentTarget.value)}
          error={errors.neighborhood}
        />
        <TextInput
          label="City"
          required
          value={facts.city}
          onChange={({ currentTarget }) => set('city', currentTarget.value)}
          error={errors.city}
        />
        <Group gap="sm" grow align="flex-start">
          <TextInput
            label="State"
            required
            maxLength={2}
            value={facts.state}
            onChange={({ currentTarget }) => set('state', currentTarget.value.toUpperCase())}
            error={errors.state}
          />
          <TextInput
            label="ZIP code"
            required
            maxLength={5}
            inputMode="numeric"
            value={facts.zipCode}
            onChange={({ currentTarget }) => set('zipCode', currentTarget.value)}
            error={errors.zipCode}
          />
        </Group>
      </SimpleGrid>
      {!isReadOnly && <FirstPin facts={facts} set={set} />}
      <CoordinateFields draft={{ facts, set, errors }} />
      <Suspense fallback={<Skeleton height={288} />}>
        <PinMap
          pin={pinOf(facts)}
          onMove={({ latitude, longitude }) => {
            if (isReadOnly) return
            set('latitude', latitude)
            set('longitude', longitude)
          }}
        />
      </Suspense>
    </>
  )
}

/** The server knows the middle of ZIP codes and cities, not addresses. */
function FirstPin({ facts: { zipCode, city, state }, set }: Pick<Fields, 'facts' | 'set'>) {
  const find = useMutation({
    mutationFn: () =>
      api<typeof getRestaurantPlace>('GET', '/api/Console/RestaurantPlace', {
        query: { zipCode: zipCode.trim(), city: city.trim(), state: state.trim() },
      }),
    onSuccess: ({ place }) => {
      if (!place) return
      set('latitude', rounded(place.latitude))
      set('longitude', rounded(place.longitude))
      set('timezone', place.timezone)
    },
  })
  const place = find.data?.place
  return (
    <Group gap="sm">
      <Button
        variant="default"
        disabled={zipCode.trim() === '' && city.trim() === ''}
        loading={find.isPending}
        onClick={() => find.mutate()}
      >
        Set the pin from the address
      </Button>
      <Text fz="sm" c="dimmed" role="status" flex="1 1 16rem">
        {find.isSuccess &&
          (place
            ? `The pin is in the middle of ${place.label}. That is approximate: move it to the door.`
            : 'No such ZIP code or city is known. Set the pin on the map.')}
      </Text>
      {find.isError && <Problem error={find.error} />}
    </Group>
  )
}

const pinOf = ({ latitude, longitude }: Fields['facts']) =>
  Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null

function CoordinateFields({ draft: { facts, set, errors } }: { draft: Fields }) {
  const degrees = (name: 'latitude' | 'longitude', limit: number) => ({
    value: Number.isFinite(facts[name]) ? facts[name] : null,
    onChange: (value: number | null) => set(name, value === null ? Number.NaN : rounded(value)),
    error: errors[name],
    min: -limit,
    max: limit,
    step: 0.0001,
    decimalScale: 6,
    required: true,
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <NumberField
        label="Latitude"
        description="North of the equator, in degrees"
        {...degrees('latitude', 90)}
      />
      <NumberField
        label="Longitude"
        description="In the US a negative number"
        {...degrees('longitude', 180)}
      />
      <Select
        label="Time zone"
        description="Opening hours and days go by it"
        required
        data={timezones.includes(facts.timezone) ? timezones : [facts.timezone, ...timezones]}
        value={facts.timezone}
        onChange={value => value && set('timezone', value)}
        allowDeselect={false}
        error={errors.timezone}
      />
    </SimpleGrid>
  )
}

import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { ActionIcon, Button, Group, Paper, Stack, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { DollarField } from '../../../kit/form/number-field.tsx'
import type { FactsDraft } from './use-facts-draft.ts'

type Section = MerchantFacts['menu'][number]
type Item = Section['items'][number]

/** The menu on its page, and where others are. */
export function MenuEditor({ draft: { facts, set, errors } }: { draft: FactsDraft }) {
  const { menu } = facts
  const setSection = (index: number, section: Section) =>
    set(
      'menu',
      menu.map((each, place) => (place === index ? section : each)),
    )
  return (
    <Stack gap="md">
      {menu.map((section, index) => (
        <Paper
          withBorder
          p="sm"
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name, and are edited in place
          key={index}
          role="group"
          aria-label={section.title || `Section ${index + 1}`}
        >
          <SectionFields
            section={section}
            onChange={changed => setSection(index, changed)}
            onRemove={() =>
              set(
                'menu',
                menu.filter((_, place) => place !== index),
              )
            }
          />
        </Paper>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set('menu', [...menu, { title: '', items: [emptyItem] }])}
        >
          Add a section
        </Button>
      </Group>
      <TextInput
        label="Address of its menu"
        type="url"
        placeholder="https://"
        value={facts.menuUrl}
        onChange={({ currentTarget }) => set('menuUrl', currentTarget.value)}
        error={errors.menuUrl}
      />
      <TagsInput
        label="Pictures of its menu on other sites"
        description="Web addresses. Those uploaded here are under Photos."
        value={facts.menuImages}
        onChange={value => set('menuImages', value)}
        error={errors.menuImages}
      />
    </Stack>
  )
}

const emptyItem: Item = { name: '', description: '', priceCents: 0 }

interface SectionFieldsProps {
  readonly section: Section
  readonly onChange: (section: Section) => void
  readonly onRemove: () => void
}

function SectionFields({ section, onChange, onRemove }: SectionFieldsProps) {
  const { title, items } = section
  const setItem = (index: number, change: Partial<Item>) =>
    onChange({ title, items: items.map((item, place) => (place === index ? { ...item, ...change } : item)) })
  return (
    <Stack gap="xs">
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label="Section"
          placeholder="Mains"
          flex={1}
          value={title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value, items })}
        />
        <Button variant="subtle" color="red" onClick={onRemove}>
          Remove section
        </Button>
      </Group>
      {items.map((item, index) => (
        <ItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: dishes are edited in place
          key={index}
          item={item}
          onChange={change => setItem(index, change)}
          onRemove={() => onChange({ title, items: items.filter((_, place) => place !== index) })}
        />
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange({ title, items: [...items, emptyItem] })}
        >
          Add a dish
        </Button>
      </Group>
    </Stack>
  )
}

function ItemFields({
  item,
  onChange,
  onRemove,
}: {
  item: Item
  onChange: (change: Partial<Item>) => void
  onRemove: () => void
}) {
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        aria-label="Dish"
        placeholder="Dish"
        flex="2 1 10rem"
        value={item.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        aria-label={`What ${item.name || 'the dish'} is`}
        placeholder="What it is"
        flex="3 1 12rem"
        value={item.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <DollarField
        aria-label={`Price of ${item.name || 'the dish'}`}
        fixedDecimalScale
        min={0}
        w="7rem"
        value={item.priceCents}
        onChange={priceCents => onChange({ priceCents: priceCents ?? 0 })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove ${item.name || 'the dish'}`}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}

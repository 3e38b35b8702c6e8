import type { NewProgram } from '@dineward/core/console-programs/new-program.contract.ts'
import { FileInput, Select, SimpleGrid, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { NumberField } from '../../kit/form/number-field.tsx'
import type { EditForm } from '../../kit/form/use-edit-form.ts'
import { Section } from '../../ui/page/section.tsx'
import { ColorField } from './theme/color-field.tsx'

export interface FieldsProps {
  readonly edit: EditForm<NewProgram>
  /** They are sentences by field, of colors that cannot be read. */
  readonly problems: Readonly<Record<string, string>>
}

const columns = { base: 1, sm: 2 }

export function WhoFields({ edit: { field } }: FieldsProps) {
  return (
    <Section title="Who it is">
      <SimpleGrid cols={columns} spacing="sm">
        <TextInput
          label="Partner’s name"
          placeholder="Alder Bank"
          required
          {...field('name')}
          data-autofocus
        />
        <TextInput label="Program’s name" placeholder="Alder Dining" required {...field('programName')} />
        <TextInput
          label="Short name"
          description="Of its folder and of its first address. It stays for good."
          placeholder="alder"
          required
          {...field('slug')}
        />
        <TagsInput
          label="Host names"
          description="In production. They can be added later."
          placeholder="dining.alder.example"
          {...field('hostNames')}
        />
        <TextInput label="Support phone" placeholder="800-555-0177" required {...field('supportPhone')} />
        <TextInput
          label="Support email"
          placeholder="dining@alder.example"
          required
          {...field('supportEmail')}
        />
        <TextInput label="Terms" placeholder="https://" required {...field('termsUrl')} />
        <TextInput label="Privacy notice" placeholder="https://" required {...field('privacyUrl')} />
      </SimpleGrid>
    </Section>
  )
}

export function RewardFields({ edit }: FieldsProps) {
  const { values: program, change: set, field } = edit
  const errors = edit.errorsOf(['earnRates', 'currencyType', 'enrollmentType', 'hasVIP'])
  const isCash = program.currencyType === 'Dollar' || program.currencyType === 'Credit'
  const rate = (name: keyof NewProgram['earnRates'], label: string) => (
    <NumberField
      label={`${label}, ${isCash ? 'percent' : 'per dollar'}`}
      value={program.earnRates[name]}
      min={0}
      max={100}
      decimalScale={2}
      onChange={next => set({ earnRates: { ...program.earnRates, [name]: next ?? 0 } })}
      error={errors[`earnRates.${name}`]}
    />
  )
  return (
    <Section title="What members earn">
      <SimpleGrid cols={columns} spacing="sm">
        <Select
          label="Members earn"
          data={[
            { value: 'Credit', label: 'Statement credits' },
            { value: 'Dollar', label: 'Cash back' },
            { value: 'Point', label: 'Points' },
            { value: 'Mile', label: 'Miles' },
          ]}
          value={program.currencyType}
          allowDeselect={false}
          onChange={next => next && set({ currencyType: next as NewProgram['currencyType'] })}
        />
        <Select
          label="People join"
          description="Single sign-on is set up in the settings."
          data={[
            { value: 'direct', label: 'On the site' },
            { value: 'none', label: 'No accounts' },
          ]}
          value={program.enrollmentType}
          allowDeselect={false}
          onChange={next => next && set({ enrollmentType: next as NewProgram['enrollmentType'] })}
        />
        {rate('member', 'Members')}
        {rate('optedOut', 'Opted out of mails')}
        <Switch
          label="There is a VIP tier"
          checked={program.hasVIP}
          onChange={event => set({ hasVIP: event.currentTarget.checked })}
        />
        {rate('vip', 'VIPs')}
        <Select
          label="Time zone"
          description="Where the year of VIPs ends."
          data={Intl.supportedValuesOf('timeZone').filter(zone => zone.startsWith('America/'))}
          searchable
          allowDeselect={false}
          {...field('timeZone')}
        />
      </SimpleGrid>
    </Section>
  )
}

export function LooksFields({
  models,
  onModel,
  ...props
}: FieldsProps & {
  models: readonly { readonly value: string; readonly label: string }[]
  onModel: (slug: string) => void
}) {
  const { edit, problems } = props
  const { values: program, change: set, field } = edit
  const errors = { ...edit.errorsOf(['colors', 'logo', 'logoMark', 'startFrom']), ...problems }
  const color = (name: keyof NewProgram['colors'], label: string) => (
    <ColorField
      label={label}
      value={program.colors[name]}
      onChange={next => set({ colors: { ...program.colors, [name]: next } })}
      error={errors[`colors.${name}`]}
    />
  )
  const drawing = (name: 'logo' | 'logoMark', label: string) => (
    <FileInput
      label={label}
      description="SVG. Without one it is drawn from the name and the brand color."
      accept="image/svg+xml"
      clearable
      onChange={async file => set({ [name]: file ? await file.text() : null })}
      error={errors[name]}
    />
  )
  return (
    <Section title="Looks and words">
      <SimpleGrid cols={columns} spacing="sm">
        <Select
          label="Begin with the looks of"
          description="Everything else can be changed under Theme."
          data={[...models]}
          value={program.startFrom}
          allowDeselect={false}
          onChange={slug => slug && onModel(slug)}
          error={errors.startFrom}
        />
        <span />
        {color('brand', 'Brand')}
        {color('action', 'Main button')}
        {color('header', 'Header')}
        {color('footer', 'Footer')}
        <TextInput label="Promise on the home page" required {...field('promise')} />
        <Textarea label="The sentence under it" autosize required {...field('promiseText')} />
        {drawing('logo', 'Logo')}
        {drawing('logoMark', 'Mark')}
      </SimpleGrid>
    </Section>
  )
}

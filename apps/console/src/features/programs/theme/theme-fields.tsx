import type { ThemeAnswer } from '@dineward/core/console-programs/programs.contract.ts'
import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { ColorField } from './color-field.tsx'

const colorNames: Readonly<Record<keyof Theme['colors'], string>> = {
  brand: 'Brand',
  action: 'Main button',
  page: 'Page',
  surface: 'Cards and fields',
  ink: 'Text',
  earn: 'Rewards',
  warn: 'Warning',
  danger: 'Error',
  done: 'Success',
  header: 'Header',
  footer: 'Footer',
}

/** @param path of a problem, such as "colors.brand" */
export function themeFieldName(path: string): string {
  const [part, name = ''] = path.split('.')
  if (part === 'display') return 'Headings'
  return part === 'colors' ? (lookUp(colorNames, name) ?? name) : path
}

interface FieldsProps {
  readonly theme: Theme
  readonly faces: ThemeAnswer['faces']
  readonly problems: ReadonlyMap<string, string>
  readonly onChange: (theme: Theme) => void
}

/** The fields are a closed list: programs bring no styles of their own. */
export function ThemeFields({ theme, faces, problems, onChange }: FieldsProps) {
  const { colors, shape, labels, display } = theme
  const face = faces.find(({ display: one }) => one.family === display.family && one.file === display.file)
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(Object.keys(colorNames) as (keyof Theme['colors'])[]).map(name => (
          <ColorField
            key={name}
            label={colorNames[name]}
            value={colors[name]}
            onChange={next => onChange({ ...theme, colors: { ...colors, [name]: next } })}
            error={problems.get(`colors.${name}`)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Headings"
          description="Available typefaces"
          data={faces.map(({ of, display: one }) => ({ value: of, label: String(one.family) }))}
          value={face?.of ?? null}
          allowDeselect={false}
          error={problems.get('display.file') ?? problems.get('display.family')}
          onChange={of => {
            const chosen = faces.find(one => one.of === of)
            if (chosen) onChange({ ...theme, display: chosen.display as Theme['display'] })
          }}
        />
        <Select
          label="Shadows"
          description="Card shadow"
          data={['none', 'crisp', 'soft', 'deep']}
          value={shape.shadow}
          allowDeselect={false}
          onChange={shadow =>
            shadow && onChange({ ...theme, shape: { ...shape, shadow: shadow as typeof shape.shadow } })
          }
        />
        {(
          [
            ['radiusControl', 'Rounding of buttons', 40],
            ['radiusCard', 'Rounding of cards', 40],
            ['borderWidth', 'Border width', 3],
          ] as const
        ).map(([name, label, max]) => (
          <NumberField
            key={name}
            label={`${label}, pixels`}
            value={shape[name]}
            min={name === 'borderWidth' ? 1 : 0}
            max={max}
            allowDecimal={false}
            onChange={next => onChange({ ...theme, shape: { ...shape, [name]: next ?? shape[name] } })}
          />
        ))}
        <LayoutFields theme={theme} onChange={onChange} />
        <Select
          label="Labels"
          data={['none', 'uppercase', 'lowercase', 'capitalize']}
          value={labels.case}
          allowDeselect={false}
          onChange={next =>
            next && onChange({ ...theme, labels: { ...labels, case: next as typeof labels.case } })
          }
        />
      </SimpleGrid>
      <SchemeField theme={theme} onChange={onChange} />
    </Stack>
  )
}

function LayoutFields({ theme, onChange }: Pick<FieldsProps, 'theme' | 'onChange'>) {
  const { layout } = theme
  return (
    <>
      <Select
        label="Home page"
        data={[
          { value: 'pictures', label: 'Search beside pictures' },
          { value: 'picture', label: 'One full picture' },
          { value: 'calculator', label: 'Calculator of rewards' },
          { value: 'feed', label: 'Feed of restaurants' },
          { value: 'list', label: 'Numbered list' },
        ]}
        value={layout.hero}
        allowDeselect={false}
        onChange={hero =>
          hero && onChange({ ...theme, layout: { ...layout, hero: hero as typeof layout.hero } })
        }
      />
      <Select
        label="Restaurants in lists"
        data={[
          { value: 'picture', label: 'Picture above' },
          { value: 'row', label: 'Rows' },
          { value: 'numbered', label: 'Numbered' },
        ]}
        value={layout.cards}
        allowDeselect={false}
        onChange={cards =>
          cards && onChange({ ...theme, layout: { ...layout, cards: cards as typeof layout.cards } })
        }
      />
      <Select
        label="Small drawings and initials"
        data={[
          { value: 'sun', label: 'Rising sun' },
          { value: 'arch', label: 'Engraved arch' },
          { value: 'grid', label: 'Ruled grid' },
          { value: 'sticker', label: 'Sticker' },
          { value: 'stamp', label: 'Stamp' },
        ]}
        value={layout.ground}
        allowDeselect={false}
        onChange={ground =>
          ground && onChange({ ...theme, layout: { ...layout, ground: ground as typeof layout.ground } })
        }
      />
    </>
  )
}

function SchemeField({ theme, onChange }: Pick<FieldsProps, 'theme' | 'onChange'>) {
  return (
    <div>
      <Text fz="sm" fw={500} id="theme-scheme">
        Base
      </Text>
      <SegmentedControl
        aria-labelledby="theme-scheme"
        data={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value={theme.scheme}
        onChange={scheme => onChange({ ...theme, scheme: scheme as Theme['scheme'] })}
      />
    </div>
  )
}

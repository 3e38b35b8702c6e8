import * as z from 'zod/mini'

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a color such as "#1f3fbf", in lower case'))
const weight = z.int().check(z.minimum(100), z.maximum(1000))
const em = z.number().check(z.minimum(-0.1), z.maximum(0.3))

/** The list of tokens is closed: partners bring no CSS. `theme-colors.ts` computes what must be legible. */
export const themeSchema = z.strictObject({
  scheme: z.enum(['light', 'dark']),
  colors: z.strictObject({
    brand: color,
    /** The main button has it. */
    action: color,
    /** The background has it. */
    page: color,
    /** Cards and fields have it. */
    surface: color,
    ink: color,
    /** Rewards have it. */
    earn: color,
    warn: color,
    danger: color,
    done: color,
    header: color,
    footer: color,
  }),
  display: z.strictObject({
    family: z.string().check(z.regex(/^[A-Za-z0-9 ]+$/)),
    /** These name an npm package of fonts and the file in it. */
    package: z.string().check(z.regex(/^@fontsource(-variable)?\/[a-z0-9-]+$/)),
    file: z
      .string()
      .check(z.regex(/^files\/[a-z0-9-]+\.woff2$/, 'Choose one of the faces that the build has.')),
    /** They are [400, 700] for a variable font, one weight for a static one. */
    weights: z.union([z.tuple([weight]), z.tuple([weight, weight])]),
    /** Headings have it. */
    weight,
    tracking: em,
    /**
     * It is Arial, stretched to the font's metrics. Values are percentages; `ascent` and `descent` are divided by
     * `sizeAdjust`.
     */
    fallback: z.strictObject({
      sizeAdjust: z.number().check(z.minimum(50), z.maximum(200)),
      ascent: z.number().check(z.minimum(20), z.maximum(200)),
      descent: z.number().check(z.minimum(0), z.maximum(100)),
    }),
  }),
  shape: z.strictObject({
    radiusControl: z.int().check(z.minimum(0), z.maximum(40)),
    radiusCard: z.int().check(z.minimum(0), z.maximum(40)),
    borderWidth: z.int().check(z.minimum(1), z.maximum(3)),
    borderStyle: z.enum(['solid', 'dashed', 'dotted']),
    shadow: z.enum(['none', 'crisp', 'soft', 'deep']),
  }),
  /** The composition of the home page, how restaurants stand in lists, and what small drawings and initials stand on. */
  layout: z.strictObject({
    hero: z.enum(['pictures', 'picture', 'calculator', 'feed', 'list']),
    cards: z.enum(['picture', 'row', 'numbered']),
    ground: z.enum(['sun', 'arch', 'grid', 'sticker', 'stamp']),
  }),
  labels: z.strictObject({ case: z.enum(['none', 'uppercase', 'lowercase', 'capitalize']), tracking: em }),
})

export type Theme = z.infer<typeof themeSchema>
export type BrandColor = keyof Theme['colors']

import { readableOn, shapeContrast } from '@dineward/core/partner/legible.ts'

/** How the page that holds the frame asks it to look. Anything else is ignored. */
export interface FrameTheme {
  readonly scheme: 'light' | 'dark'
  /** "#rrggbb": the focus ring. Moved until it can be seen on the field. */
  readonly accent: string | null
}

export function readTheme(query: Record<string, unknown>): FrameTheme {
  const { scheme, accent } = query
  return {
    scheme: scheme === 'dark' ? 'dark' : 'light',
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : null,
  }
}

export function themeQuery({ scheme, accent }: FrameTheme): string {
  return `scheme=${scheme}${accent ? `&accent=${encodeURIComponent(accent)}` : ''}`
}

/** The custom properties that `public/card.css` draws with. */
export function themeCss({ scheme, accent }: FrameTheme): string {
  const colours = palettes[scheme]
  const ring = accent ? readableOn(accent, [colours.surface, colours.field], shapeContrast) : colours.accent
  const declarations = Object.entries({ ...colours, accent: ring }).map(
    ([name, value]) => `  --${name}: ${value};`,
  )
  return `:root {\n  color-scheme: ${scheme};\n${declarations.join('\n')}\n}\n`
}

/** Text at least 4.5:1 and edges at least 3:1 on both grounds. */
const palettes = {
  light: {
    surface: '#ffffff',
    field: '#ffffff',
    ink: '#1a1d21',
    muted: '#59616b',
    line: '#868e98',
    accent: '#1f5fbf',
    danger: '#b3261e',
    chip: '#f3f4f6',
  },
  dark: {
    surface: '#1a1d21',
    field: '#22262b',
    ink: '#f1f3f5',
    muted: '#adb5bd',
    line: '#7f8893',
    accent: '#8ab4f8',
    danger: '#ffa198',
    chip: '#2b3036',
  },
} as const

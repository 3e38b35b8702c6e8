import { mix } from '@dineward/core/partner/theme/color.ts'
import { isDark, readableOn, shapeContrast, textContrast } from '@dineward/core/partner/theme/legible.ts'

/** They are colors from the embedding page. Anything invalid is ignored. */
export interface FrameTheme {
  readonly scheme: 'light' | 'dark'
  /** It is the "#rrggbb" of the focus ring, adjusted for contrast with the field. */
  readonly accent: string | null
  /** It is the "#rrggbb" behind the frame, of the same scheme. All other colors are adjusted for contrast with it. */
  readonly surface: string | null
  /** It is that of the fields' corners, in px. */
  readonly radius: number | null
}

export function readTheme(query: Record<string, unknown>): FrameTheme {
  const scheme = query.scheme === 'dark' ? 'dark' : 'light'
  const surface = readColor(query.surface)
  const fits = surface !== null && isDark(surface) === (scheme === 'dark')
  return {
    scheme,
    accent: readColor(query.accent),
    surface: fits ? surface : null,
    radius: readRadius(query.radius),
  }
}

function readColor(text: unknown): string | null {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null
}

/** It is at most the half of a field's height. */
function readRadius(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,2}$/.test(text) ? Math.min(Number(text), 23) : null
}

export function themeQuery({ scheme, accent, surface, radius }: FrameTheme): string {
  return new URLSearchParams({
    scheme,
    ...(accent ? { accent } : {}),
    ...(surface ? { surface } : {}),
    ...(radius === null ? {} : { radius: String(radius) }),
  }).toString()
}

export function themeCss(theme: FrameTheme): string {
  const { scheme, radius } = theme
  const declarations = Object.entries(colorsOf(theme)).map(([name, value]) => `  --${name}: ${value};`)
  if (radius !== null) declarations.push(`  --radius: ${radius}px;`)
  return `:root {\n  color-scheme: ${scheme};\n${declarations.join('\n')}\n}\n`
}

function colorsOf({ scheme, accent, surface: wanted }: FrameTheme) {
  const own = palettes[scheme]
  const surface = wanted ?? own.surface
  const field = wanted && scheme === 'dark' ? mix(surface, own.ink, 0.06) : own.field
  const text = (color: string) => readableOn(color, [surface, field], textContrast)
  const edge = (color: string) => readableOn(color, [surface, field], shapeContrast)
  return {
    surface,
    field,
    ink: text(own.ink),
    muted: text(own.muted),
    danger: text(own.danger),
    line: edge(own.line),
    accent: edge(accent ?? own.accent),
  }
}

/** Text has at least 4.5:1 and edges at least 3:1 on both grounds. */
const palettes = {
  light: {
    surface: '#ffffff',
    field: '#ffffff',
    ink: '#1a1d21',
    muted: '#59616b',
    line: '#868e98',
    accent: '#1f5fbf',
    danger: '#b3261e',
  },
  dark: {
    surface: '#1a1d21',
    field: '#22262b',
    ink: '#f1f3f5',
    muted: '#adb5bd',
    line: '#7f8893',
    accent: '#8ab4f8',
    danger: '#ffa198',
  },
} as const

/** Colors are "#rrggbb"; lightness, chroma and hue are OKLCH (Björn Ottosson's OKLab); contrast is that of WCAG 2. */
export interface Oklch {
  /** It goes from 0 (black) to 1 (white). */
  readonly l: number
  /** It goes from 0 (gray) to about 0.37. */
  readonly c: number
  /** It is in degrees, 0 to 360. */
  readonly h: number
}

type Triple = readonly [number, number, number]

export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearChannels(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const labA = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const labB = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(labA, labB),
    h: degrees(labA, labB),
  }
}

/** The nearest sRGB color keeps lightness and hue, and has less chroma. */
export function fromOklch({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l))
  let low = 0
  let high = c
  if (inGamut(linearFrom(lightness, c, h))) low = c
  else {
    for (let step = 0; step < 16; step++) {
      const middle = (low + high) / 2
      if (inGamut(linearFrom(lightness, middle, h))) low = middle
      else high = middle
    }
  }
  return `#${linearFrom(lightness, low, h).map(channelHex).join('')}`
}

/** @returns 1 (same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Colors mix in OKLab: `share` 0 gives `from`, 1 gives `to`. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [toLab(from), toLab(to)]
  const at = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share
  return fromOklch({
    l: at(0),
    c: Math.hypot(at(1), at(2)),
    h: degrees(at(1), at(2)),
  })
}

const degrees = (a: number, b: number): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360

function toLab(hex: string): Triple {
  const { l, c, h } = toOklch(hex)
  const radians = (h * Math.PI) / 180
  return [l, c * Math.cos(radians), c * Math.sin(radians)]
}

function linearFrom(lightness: number, c: number, h: number): Triple {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const inGamut = (linear: Triple): boolean => linear.every(value => value >= -0.0005 && value <= 1.0005)

function luminance(hex: string): number {
  const [r, g, b] = linearChannels(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linearChannels(hex: string): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function channelHex(linear: number): string {
  const value = Math.min(1, Math.max(0, linear))
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}

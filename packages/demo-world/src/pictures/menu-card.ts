import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatCents } from '@dineward/core/shared/format.ts'
import { hashText } from '@dineward/core/shared/hash-text.ts'
import type { MenuSection } from '@dineward/server/seeding.ts'
import sharp, { type Sharp } from 'sharp'
import { menuCards } from '../restaurants/menu-cards.ts'

export interface MenuOf {
  readonly id: string
  readonly name: string
  readonly menu: readonly MenuSection[]
}

/** Made by the build, so that a machine without fonts draws the same letters. */
const menuFace = fileURLToPath(new URL('../../../../apps/server/dist/fonts/menu.ttf', import.meta.url))
const face = "'Young Serif', Georgia, 'DejaVu Serif', serif"
/** The card in units; its ratio is that of a sheet of paper. */
const [cardWidth, cardHeight] = [900, 1200]

const papers = [
  ['#fbf5e8', '#2c211a', '#9a3b22'],
  ['#f4efe4', '#22302b', '#2f6a55'],
  ['#23201f', '#f3e9d8', '#d6a35c'],
  ['#f7f1ee', '#2d2030', '#7d3550'],
  ['#eef0ea', '#1f2b38', '#2c5c86'],
] as const

/** `menuCards` counted from 1, in the ratio 3:4. */
export async function paintMenuCard(merchant: MenuOf, number: number, width: number): Promise<Sharp> {
  const sections = menuCards(merchant.menu)[number - 1] ?? []
  await loadTypeface()
  const [paper, ink, accent] = papers[hashText(merchant.id) % papers.length]!
  const lines = [...heading(merchant.name, accent), ...sections.flatMap(section => courseOf(section, accent))]
  const free = cardHeight - 150 - lines.reduce((sum, { high }) => sum + high, 0)
  let y = 80 + Math.max(0, free / 2)
  const drawn = lines.map(({ high, at }) => {
    y += high
    return at(Math.round(y))
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * cardHeight) / cardWidth)}" viewBox="0 0 ${cardWidth} ${cardHeight}">
    <rect width="100%" height="100%" fill="${paper}"/><g fill="none" stroke="${accent}"><rect x="34" y="34" width="832" height="1132" stroke-width="3"/><rect x="46" y="46" width="808" height="1108"/></g>
    <g font-family="${face}" fill="${ink}">${drawn.join('')}</g></svg>`
  return sharp(Buffer.from(svg))
}

interface Line {
  readonly high: number
  readonly at: (y: number) => string
}

function heading(name: string, accent: string): Line[] {
  const size = Math.min(62, Math.floor(1_250 / Math.max(1, name.length)))
  return [
    { high: 60, at: y => text(name, { x: 450, y, size, anchor: 'middle' }) },
    { high: 36, at: y => `<path d="M400 ${y}h100" stroke="${accent}" stroke-width="3"/>` },
  ]
}

function courseOf({ title, items }: MenuSection, accent: string): Line[] {
  return [
    { high: 74, at: y => text(title, { x: 450, y, size: 34, anchor: 'middle', fill: accent }) },
    { high: 10, at: () => '' },
    ...items.flatMap(dishOf),
  ]
}

function dishOf({ name, description, priceCents }: MenuSection['items'][number]): Line[] {
  const price = formatCents(priceCents)
  const from = 100 + name.length * 14.5
  const to = 790 - price.length * 14.5
  const leader =
    to - from > 40
      ? (y: number) =>
          `<path d="M${from} ${y - 4}H${to}" stroke="currentColor" stroke-opacity=".4" stroke-width="2" stroke-dasharray="1 9" stroke-linecap="round"/>`
      : () => ''
  return [
    {
      high: 48,
      at: y =>
        `${text(cut(name, 42), { x: 90, y, size: 27 })}${text(price, { x: 810, y, size: 27, anchor: 'end' })}${leader(y)}`,
    },
    ...(description
      ? [{ high: 28, at: (y: number) => text(cut(description, 72), { x: 90, y, size: 19, faint: true }) }]
      : []),
  ]
}

interface TextStyle {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly anchor?: 'middle' | 'end'
  readonly fill?: string
  readonly faint?: boolean
}

function text(content: string, { x, y, size, anchor, fill, faint }: TextStyle): string {
  const style = [
    `x="${x}" y="${y}" font-size="${size}"`,
    ...(anchor ? [`text-anchor="${anchor}"`] : []),
    ...(fill ? [`fill="${fill}"`] : []),
    ...(faint ? ['fill-opacity=".75"'] : []),
  ]
  return `<text ${style.join(' ')}>${escapeXml(content)}</text>`
}

const cut = (content: string, most: number): string =>
  content.length <= most ? content : `${content.slice(0, content.lastIndexOf(' ', most))}…`

/** Drops characters that XML cannot hold. */
function escapeXml(content: string): string {
  return content
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

let loaded: Promise<unknown> | null = null

/** sharp knows a typeface once it has drawn a word in it. */
function loadTypeface(): Promise<unknown> {
  loaded ??= existsSync(menuFace)
    ? sharp({ text: { text: 'menu', fontfile: menuFace, font: 'Young Serif 12', dpi: 72 } })
        .raw()
        .toBuffer()
        .catch(() => null)
    : Promise.resolve()
  return loaded
}

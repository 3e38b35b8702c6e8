import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'

/* DejaVu Sans has the letters of most alphabets. Chinese and Japanese names are written in Noto Sans, which comes in files
   of a few hundred characters each. */

export type FontWeight = 'regular' | 'bold'
export type PageFonts = Readonly<Record<FontWeight, Font>> & { readonly ideographs: readonly Font[] }

export interface TextRun {
  readonly font: Font
  readonly text: string
}

const require = createRequire(import.meta.url)
const regular = openFont(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')))
const bold = openFont(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')))
const ideographFolder = dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json'))

/** @param texts all that may have letters outside of the alphabets */
export async function openFonts(texts: readonly string[]): Promise<PageFonts> {
  const missing = [...new Set(texts.join('').normalize('NFC'))].filter(letter => !hasLetter(regular, letter))
  return { regular, bold, ideographs: missing.length === 0 ? [] : await openIdeographs(missing) }
}

/** Split a text into runs of one font each. A character that no font has is an empty box. */
export function splitByFont(text: string, fonts: PageFonts, weight: FontWeight): TextRun[] {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const alphabets = fonts[weight]
    const font = [alphabets, ...fonts.ideographs].find(each => hasLetter(each, letter)) ?? alphabets
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

async function openIdeographs(letters: readonly string[]): Promise<Font[]> {
  const options = { targetFormat: 'sfnt', variationAxes: { wght: 500 } } as const
  const files = ideographFiles(letters).map(name => readFileSync(join(ideographFolder, 'files', name)))
  return Promise.all(files.map(async file => openFont(await subsetFont(file, letters.join(''), options))))
}

/** The package lists the characters of each file as CSS does: "U+4e00-4e2d,U+5b8c". */
function ideographFiles(letters: readonly string[]): string[] {
  const listed: Record<string, string> = JSON.parse(
    readFileSync(join(ideographFolder, 'unicode.json'), 'utf8'),
  )
  return Object.entries(listed)
    .filter(([, ranges]) => letters.some(letter => isListed(letter, ranges)))
    .map(([key]) => `noto-sans-sc-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`)
}

function isListed(letter: string, ranges: string): boolean {
  const codePoint = letter.codePointAt(0) ?? 0
  return ranges.split(',').some(range => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map(hex => Number.parseInt(hex, 16))
    return first <= codePoint && codePoint <= last
  })
}

function openFont(file: Buffer): Font {
  const font = create(file)
  if ('fonts' in font) throw new Error('This file is a collection of fonts')
  return font
}

const hasLetter = (font: Font, letter: string): boolean =>
  font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainTheme } from '../partner-for-test.ts'
import { contrast, fromOklch, mix, toOklch } from './color.ts'
import { hoverOf, onColor, readableOn, softOf } from './legible.ts'
import type { Theme } from './theme.ts'
import { checkTheme, contrastProblems } from './theme-contrast.ts'
import { fontFaceCss, themeCss } from './theme-css.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
const themeWith = (colors: Partial<Theme['colors']>) => ({
  ...plainTheme,
  colors: { ...plainTheme.colors, ...colors },
})
const parsed = (input: unknown): Theme => {
  const checked = checkTheme(input)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.value
}

describe('color arithmetic', () => {
  test('contrast of known pairs', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
    expect(contrast('#1b3cbd', '#1b3cbd')).toBe(1)
  })

  test('OKLCH of known colors', () => {
    expect(toOklch('#ff0000').l).toBeCloseTo(0.628, 3)
    expect(toOklch('#ff0000').h).toBeCloseTo(29.23, 1)
    expect(toOklch('#ffffff').c).toBeCloseTo(0, 5)
  })

  test('a color survives the way to OKLCH and back', () => {
    fc.assert(
      fc.property(hex, color => {
        const back = fromOklch(toOklch(color))
        for (const start of [1, 3, 5]) {
          const difference =
            Number.parseInt(back.slice(start, start + 2), 16) -
            Number.parseInt(color.slice(start, start + 2), 16)
          expect(Math.abs(difference)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('a mix of nothing and of everything', () => {
    expect(mix('#1b3cbd', '#ffffff', 0)).toBe('#1b3cbd')
    expect(mix('#1b3cbd', '#ffffff', 1)).toBe('#ffffff')
  })
})

describe('computed foregrounds', () => {
  test('what is written on any fill passes AA, also under the pointer', () => {
    fc.assert(
      fc.property(hex, fill => {
        const on = onColor(fill)
        expect(contrast(on, fill)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(on, hoverOf(fill))).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })

  test('any color becomes readable on its own soft tint and on any background', () => {
    fc.assert(
      fc.property(hex, hex, (color, page) => {
        expect(contrast(readableOn(color, [page], 4.5), page)).toBeGreaterThanOrEqual(4.5)
        const soft = softOf(color, page)
        expect(contrast(readableOn(color, [soft], 4.5), soft)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })

  test('a color that is readable is left as the partner gave it', () => {
    expect(readableOn('#1b3cbd', ['#ffffff'], 4.5)).toBe('#1b3cbd')
  })

  test('any brand color gives a theme whose pairs of brand, header and footer are legible', () => {
    fc.assert(
      fc.property(hex, hex, hex, (brand, header, footer) => {
        const problems = contrastProblems(themeWith({ brand, header, footer }) as unknown as Theme)
        expect(problems).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('themes that are refused', () => {
  test.each([
    ['pale text', { ink: '#b0b4bd' }, 'colors.ink'],
    ['a button lost in the paper', { action: '#e8e8e8' }, 'colors.action'],
    ['money too pale to read', { earn: '#7ddfae' }, 'colors.earn'],
    ['a warning too pale to read', { warn: '#ffc44d' }, 'colors.warn'],
    ['danger too pale to read', { danger: '#ff8494' }, 'colors.danger'],
    ['done too pale to read', { done: '#9bd19b' }, 'colors.done'],
  ])('%s names its token', (_case, colors, path) => {
    const checked = checkTheme(themeWith(colors))
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    expect(checked.problems[0]).toMatchObject({
      path,
      message: expect.stringMatching(/^contrast \d+\.\d:1 of .+ needs/),
    })
  })

  test.each([
    ['not a color', { ...plainTheme, colors: { ...plainTheme.colors, brand: 'red' } }, 'colors.brand'],
    [
      'style that breaks out',
      { ...plainTheme, colors: { ...plainTheme.colors, brand: '#fff;}body{' } },
      'colors.brand',
    ],
    ['an unknown token', { ...plainTheme, css: 'body{}' }, 'css'],
  ])('%s', (_case, theme, path) => {
    expect(checkTheme(theme)).toMatchObject({ ok: false, problems: [{ path }] })
  })
})

describe('theme CSS', () => {
  test('is one rule of custom properties', () => {
    expect(themeCss(parsed(plainTheme))).toMatch(
      /^:root\{color-scheme:light;(--[a-z-]+:[^;{}]+;)+--[a-z-]+:[^;{}]+\}$/,
    )
  })

  test('the same theme gives the same text', () => {
    expect(themeCss(parsed(plainTheme))).toBe(themeCss(parsed(structuredClone(plainTheme))))
  })

  test('the display face has a stand-in of its own measure', () => {
    const css = fontFaceCss(parsed(plainTheme), '/fonts/plain.woff2')
    expect(css).toContain('src:url("/fonts/plain.woff2") format("woff2")')
    expect(css).toContain(
      'font-family:"Manrope stand-in";src:local("Arial"),local("Liberation Sans"),local("Arimo");size-adjust:107.3%',
    )
  })
})

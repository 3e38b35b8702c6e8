import type { DrawingName } from '@dineward/core/content/content-fields.ts'

/**
 * The paint of a layer is one of these: `plate` is an outlined surface; `line` and `faint` are lines; `action`,
 * `brand`, `earn` and `paper` are fills; `onBrand` and `onAction` are lines on those fills.
 */
export type LayerPaint =
  | 'plate'
  | 'line'
  | 'faint'
  | 'action'
  | 'brand'
  | 'earn'
  | 'paper'
  | 'onBrand'
  | 'onAction'

export type Layer = readonly [paint: LayerPaint, path: string, transform?: string]

const circle = (x: number, y: number, r: number): string => oval(x, y, r, r)
const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
const box = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
  `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`

const tilted = 'rotate(-10 92 107)'
const leaning = 'rotate(8 154 125)'

/** The canvas is 240 by 180, and the bottom layer comes first. */
export const drawingLayers: Record<DrawingName, readonly Layer[]> = {
  table: [
    ['plate', circle(120, 94, 60)],
    ['faint', circle(120, 94, 43)],
    ['action', 'M94 100c2-26 42-32 52-8 2 22-46 32-52 8z'],
    ['earn', 'M116 84c6-18 28-18 36-6-8 12-26 14-36 6z'],
    ['line', 'M28 44v30a10 10 0 0 0 20 0V44M38 44v104M210 148V44c-12 10-16 30-14 54h14'],
  ],
  card: [
    ['plate', 'M134 26h66v116l-11-8-11 8-11-8-11 8-11-8-11 8z'],
    ['faint', 'M150 50h34M150 68h34M150 86h20'],
    ['brand', box(34, 70, 116, 74, 10), tilted],
    ['earn', box(50, 88, 22, 16, 4), tilted],
    ['onBrand', 'M50 126h40M102 126h26', tilted],
  ],
  calendar: [
    ['plate', box(52, 36, 136, 118, 10)],
    ['brand', 'M52 66V46a10 10 0 0 1 10-10h116a10 10 0 0 1 10 10v20z'],
    ['line', 'M84 24v22M156 24v22'],
    ['faint', 'M70 86h10M96 86h10M122 86h10M148 86h10M70 110h10M96 110h10M70 134h10M96 134h10M122 134h10'],
    ['action', circle(150, 114, 17)],
    ['onAction', 'm142 114 6 6 10-11'],
  ],
  star: [
    ['earn', 'M44 92c-14-4-18-16-16-24 12 2 18 14 16 24zM52 124c-15 1-23-8-24-16 12-3 22 5 24 16z'],
    ['earn', 'M196 92c14-4 18-16 16-24-12 2-18 14-16 24zM188 124c15 1 23-8 24-16-12-3-22 5-24 16z'],
    ['plate', circle(120, 92, 60)],
    ['faint', circle(120, 92, 45)],
    [
      'action',
      'm120 60 9.6 20.4 22.4 2.8-16.600 15.300 4.400 22.100L120 109.600l-19.800 11 4.400-22.100L88 83.200l22.400-2.800z',
    ],
  ],
  gift: [
    ['earn', 'm200 34 4 13 13 4-13 4-4 13-4-13-13-4 13-4zM44 44l3 10 10 3-10 3-3 10-3-10-10-3 10-3z'],
    ['plate', 'M54 128a66 66 0 0 1 132 0z'],
    ['faint', 'M76 116a46 46 0 0 1 30-34'],
    ['action', circle(120, 54, 10)],
    ['line', 'M34 128h172M56 144h128'],
  ],
  journey: [
    ['plate', box(72, 14, 96, 116, 46)],
    ['brand', box(84, 26, 72, 92, 34)],
    ['onBrand', 'm100 72 40-16-15 37-7-14zM96 104c9-8 18-8 25-1 8-5 17-2 22 4'],
    ['line', 'M18 148h204M36 108h28l-4 18a10 10 0 0 1-20 0zM50 136v12'],
    ['plate', 'M84 148a38 11 0 0 1 76 0z'],
    ['action', circle(190, 134, 12)],
  ],
  phone: [
    ['plate', box(82, 14, 78, 152, 14)],
    ['brand', box(92, 30, 58, 104, 5)],
    ['line', 'M112 150h18'],
    ['earn', 'M38 88h50a9 9 0 0 1 9 9v22a9 9 0 0 1-9 9H72l-15 12v-12H38a9 9 0 0 1-9-9V97a9 9 0 0 1 9-9z'],
    ['action', 'M142 40h62a9 9 0 0 1 9 9v28a9 9 0 0 1-9 9h-32l-16 13V86h-14a9 9 0 0 1-9-9V49a9 9 0 0 1 9-9z'],
    ['onAction', 'M150 57h46M150 69h28'],
  ],
  notebook: [
    ['plate', box(58, 22, 120, 136, 6)],
    ['faint', 'M84 54h74M84 76h74M84 98h50M84 120h62'],
    ['line', 'M49 42h18M49 66h18M49 90h18M49 114h18M49 138h18'],
    ['action', 'm198 46 15 9-48 82-16 8 1-17z'],
  ],
  map: [
    ['plate', 'm36 52 54-18 60 18 54-18v96l-54 18-60-18-54 18z'],
    ['faint', 'M90 34v96M150 52v96M40 108c30-20 60 6 94-16s46-16 66-24'],
    ['action', 'M124 122s-26-24-26-46a26 26 0 0 1 52 0c0 22-26 46-26 46z'],
    ['paper', circle(124, 76, 10)],
  ],
  bill: [
    ['plate', 'M70 20h84v132l-14-9-14 9-14-9-14 9-14-9-14 9z'],
    ['faint', 'M88 46h48M88 64h48M88 82h28'],
    ['brand', box(112, 96, 88, 56, 8), leaning],
    ['earn', box(124, 109, 17, 13, 3), leaning],
    ['onBrand', 'M124 139h34', leaning],
  ],
  coins: [
    ['line', 'M36 140h168'],
    ['earn', oval(90, 128, 36, 11) + oval(158, 128, 36, 11)],
    ['plate', oval(90, 113, 36, 11) + oval(158, 113, 36, 11)],
    ['earn', oval(90, 98, 36, 11)],
    ['plate', oval(90, 83, 36, 11)],
    ['action', circle(158, 62, 26)],
    ['onAction', 'm158 48 4 10 10 4-10 4-4 10-4-10-10-4 10-4z'],
  ],
  bowl: [
    ['faint', 'M92 60c-9-9 9-15 0-26M120 56c-9-9 9-15 0-26M148 60c-9-9 9-15 0-26'],
    ['line', 'm146 86 68-58M162 88l62-44M94 154h52'],
    ['action', 'M58 88a62 17 0 0 1 124 0z'],
    ['plate', 'M46 88h148a74 62 0 0 1-148 0z'],
  ],
  talk: [
    [
      'plate',
      'M40 32h94a10 10 0 0 1 10 10v46a10 10 0 0 1-10 10H86l-23 19V98H40a10 10 0 0 1-10-10V42a10 10 0 0 1 10-10z',
    ],
    ['faint', 'M50 56h70M50 74h44'],
    [
      'action',
      'M112 82h90a10 10 0 0 1 10 10v40a10 10 0 0 1-10 10h-16v18l-22-18h-52a10 10 0 0 1-10-10V92a10 10 0 0 1 10-10z',
    ],
    ['onAction', 'M122 104h70M122 120h44'],
  ],
  street: [
    ['plate', 'M50 70h140v84H50z'],
    ['brand', box(132, 92, 38, 62, 2)],
    ['faint', box(68, 92, 46, 36, 2)],
    ['action', 'M44 40h152l12 34H32z'],
    ['onAction', 'm72 42-7 30M104 42l-3 30M136 42l3 30M168 42l7 30'],
    ['line', 'M22 154h196'],
  ],
  swing: [
    ['earn', 'M20 152c30-30 76-34 116-10 30-10 60-8 84 10z'],
    ['faint', 'M84 110c18-46 46-66 82-72'],
    ['line', 'M178 148V30M20 152h200'],
    ['action', 'M178 30v34l-44-17z'],
    ['plate', circle(72, 122, 15)],
  ],
  shield: [
    ['plate', box(26, 66, 188, 88, 12)],
    ['faint', 'M44 130h34M162 130h34'],
    ['brand', 'm120 18 62 22v46c0 38-26 62-62 74-36-12-62-36-62-74V40z'],
    ['onBrand', 'm94 90 19 19 34-38'],
  ],
}

import { usePartner } from '../../partner/partner-context.tsx'
import styles from './empty-state.module.css'

type Paint = 'body' | 'line' | 'faint' | 'accent' | 'ground' | 'trim' | 'mark'
type Layer = readonly [paint: Paint, path: string]

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** The drawing stands on the ground of the partner's theme, in 160 by 120, the bottom layer first. */
const grounds: Record<ReturnType<typeof usePartner>['layout']['ground'], readonly Layer[]> = {
  sun: [
    ['ground', circle(80, 62, 48)],
    ['mark', circle(124, 30, 11)],
    ['trim', 'M10 110h140M124 9v4M124 47v4M103 30h4M141 30h4M109 15l3 3M136 42l3 3M139 15l-3 3M112 42l-3 3'],
  ],
  arch: [
    ['ground', 'M34 114V58a46 46 0 0 1 92 0v56z'],
    ['trim', 'M40 114V58a40 40 0 0 1 80 0v56M20 114h120M28 118h104M80 6l3 4-3 4-3-4z'],
  ],
  grid: [
    ['ground', 'M30 14h100v96H30z'],
    ['trim', 'M30 38h100M30 62h100M30 86h100M55 14v96M80 14v96M105 14v96'],
    ['mark', 'M105 86h25v24h-25zM30 14h25v24H30z'],
  ],
  sticker: [
    ['trim', 'M46 18h80a22 22 0 0 1 22 22v52a22 22 0 0 1-22 22H46a22 22 0 0 1-22-22V40a22 22 0 0 1 22-22z'],
    ['ground', 'M34 8h80a22 22 0 0 1 22 22v52a22 22 0 0 1-22 22H34a22 22 0 0 1-22-22V30A22 22 0 0 1 34 8z'],
    ['mark', 'M140 4l4 10 10 4-10 4-4 10-4-10-10-4 10-4z'],
  ],
  stamp: [
    ['ground', 'M26 18l106-8 8 92-106 8z'],
    ['trim', 'M34 26l90-7 6 75-90 7z'],
    ['mark', 'M112 96l36-14M110 104l38-15M114 110l34-13'],
  ],
}

const spots = {
  plate: [
    ['body', circle(80, 64, 28)],
    ['faint', circle(80, 64, 18)],
    ['line', 'M38 38v12a6 6 0 0 0 12 0V38M44 38v54M122 92V38c-8 6-10 18-8 32h8'],
    ['accent', 'M71 68c2-5 6-7 9-7s7 2 9 7'],
  ],
  pot: [
    ['body', 'M50 60h60v24a14 14 0 0 1-14 14H64a14 14 0 0 1-14-14z'],
    ['line', 'M50 68H40M110 68h10M46 53h68M75 53v-5h10v5'],
    ['accent', 'M64 38c-5-5 5-8 0-14M80 38c-5-5 5-8 0-14M96 38c-5-5 5-8 0-14'],
  ],
  cloud: [
    ['body', 'M60 84a14 14 0 0 1-2-28 22 22 0 0 1 43-5 17 17 0 0 1 1 33z'],
    ['accent', 'M56 96l48-60'],
  ],
  search: [
    ['body', circle(74, 58, 22)],
    ['line', 'M90 74l18 20'],
    ['accent', 'M66 58h16'],
  ],
  heart: [
    ['body', 'M80 96S52 80 52 59a15 15 0 0 1 28-8 15 15 0 0 1 28 8c0 21-28 37-28 37z'],
    ['accent', 'M80 62v16M72 70h16'],
  ],
  calendar: [
    ['body', 'M52 42h56v52H52z'],
    ['line', 'M52 57h56M66 35v12M94 35v12'],
    ['faint', 'M62 68h6M77 68h6M62 81h6M77 81h6'],
    ['accent', 'M90 76l5 5 9-11'],
  ],
  receipt: [
    ['body', 'M56 32h48v64l-8-6-8 6-8-6-8 6-8-6-8 6z'],
    ['faint', 'M66 46h28M66 58h28'],
    ['accent', 'M66 72h14'],
  ],
  question: [
    ['body', 'M48 36h64v44H86L72 96V80H48z'],
    ['accent', 'M73 51a7 7 0 1 1 9 7c-2 1-2 2-2 4M80 69v.1'],
  ],
  list: [
    ['body', 'M54 34h52v62H54z'],
    ['line', 'M70 34v-5h20v5'],
    ['faint', 'M76 50h20M76 65h20M76 80h20'],
    ['accent', 'M64 50h.1M64 65h.1M64 80h.1'],
  ],
} as const satisfies Record<string, readonly Layer[]>

export type SpotName = keyof typeof spots

export function Spot({ name }: { readonly name: SpotName }) {
  const { ground } = usePartner().layout
  return (
    <svg
      className={styles.spot}
      data-ground={ground}
      viewBox="0 0 160 120"
      width="160"
      height="120"
      aria-hidden="true"
    >
      {[...grounds[ground], ...spots[name]].map(([paint, path]) => (
        <path key={path} className={styles[paint]} d={path} />
      ))}
    </svg>
  )
}

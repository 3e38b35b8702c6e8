import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { Blend } from 'sharp'
import { n } from './scene.ts'

interface Light {
  readonly svg: string
  readonly blend: Blend
}

export function lightOver(random: SeededRandom, fromTheSide: boolean): Light[] {
  const shade = random.pick(fromTheSide ? [''] : ['', '', windowBars(random), leafShade(random)])
  return [
    { svg: vignette(fromTheSide) + shade, blend: 'multiply' },
    { svg: glow(), blend: 'soft-light' },
  ]
}

const vignette = (fromTheSide: boolean) =>
  `<defs><radialGradient id="v" cx="${fromTheSide ? 0.48 : 0.44}" cy=".42" r=".78"><stop offset=".45" stop-color="#fff"/><stop offset=".8" stop-color="#e9d6c4"/><stop offset="1" stop-color="#b99a83"/></radialGradient></defs><rect y="-50" width="1000" height="820" fill="url(#v)"/>`

const glow = () =>
  '<defs><radialGradient id="g" cx=".12" cy=".0" r="1.15"><stop offset="0" stop-color="#fff3d6" stop-opacity=".75"/><stop offset=".5" stop-color="#ffe3b0" stop-opacity=".22"/><stop offset="1" stop-color="#3a1a3a" stop-opacity=".2"/></radialGradient></defs><rect y="-50" width="1000" height="820" fill="url(#g)"/>'

function windowBars(random: SeededRandom): string {
  const [x, width] = [random.between(-100, 500), random.between(46, 80)]
  const bar = (dx: number) =>
    `<path d="M${n(x + dx)} -80l${n(width)} 0l430 900l${n(-width)} 0Z" fill="#8f6f60" fill-opacity=".34"/>`
  return `<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="15"/></filter><g filter="url(#soft)">${bar(0)}${bar(330)}</g>`
}

function leafShade(random: SeededRandom): string {
  const [x, y, turn] = [random.between(-60, 200), random.between(-80, 60), random.between(-10, 40)]
  const blades = [-64, -40, -18, 4, 26, 48].map(
    angle => `<path d="M0 0Q120-46 330-8Q140 42 0 0Z" transform="rotate(${angle + turn})"/>`,
  )
  return `<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="12"/></filter><g filter="url(#soft)" fill="#8f6f60" fill-opacity=".36"><g transform="translate(${n(x)} ${n(y)}) scale(1.25)">${blades.join('')}</g></g>`
}

export function farBehind(random: SeededRandom, dark: boolean): string {
  if (!dark) {
    const x = random.between(40, 620)
    const pane = (dx: number) =>
      `<path d="M${n(x + dx)} -20h120l-34 300h-120Z" fill="#fffaf0" fill-opacity=".55"/>`
    return `<filter id="far-soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="14"/></filter><g filter="url(#far-soft)">${pane(0)}${pane(142)}</g>`
  }
  return Array.from({ length: random.int(6, 10) }, () => {
    const [x, y, r] = [random.between(0, 1000), random.between(10, 215), random.between(16, 48)]
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${random.pick(['#ffcf87', '#ffb765', '#ffe3b3'])}" fill-opacity="${n(random.between(0.1, 0.3))}"/>`
  }).join('')
}

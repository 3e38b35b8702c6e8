import { gingham, linen, marble, plaster, slate, terrazzo, tiles, wood } from './surface-drawings.ts'

export const surfaces = {
  whiteMarble: { draw: marble('#f3efea', '#d9d2cb', '#85796f'), wall: '#e8ddd0', dark: false },
  greenMarble: { draw: marble('#2f5c4d', '#204438', '#d8e6da'), wall: '#23463b', dark: true },
  blackMarble: { draw: marble('#2a2728', '#3b3638', '#d9c3a4'), wall: '#322a29', dark: true },
  roseMarble: { draw: marble('#eed3c6', '#e2b9a8', '#a8705d'), wall: '#e4b7a2', dark: false },
  oak: { draw: wood('#dcb483', '#a8733f', 236), wall: '#efe2cd', dark: false },
  honeyOak: { draw: wood('#c98f52', '#7d4a1f', 190), wall: '#4b5a48', dark: false },
  walnut: { draw: wood('#7a4b2c', '#3c2011', 210), wall: '#3a2c25', dark: true },
  ebony: { draw: wood('#3d2f29', '#1c1412', 180), wall: '#2a2422', dark: true },
  whitewash: { draw: wood('#ece4d8', '#c4b29b', 160), wall: '#dfe5e0', dark: false },
  naturalLinen: { draw: linen('#e3d5bf', '#8c7554'), wall: '#efe6d6', dark: false },
  rustLinen: { draw: linen('#b9633b', '#6f2f16'), wall: '#e9c9a5', dark: false },
  indigoLinen: { draw: linen('#3b4f73', '#1b2745'), wall: '#2e3b58', dark: true },
  sageLinen: { draw: linen('#a9b597', '#64714f'), wall: '#d5d8c0', dark: false },
  mustardLinen: { draw: linen('#dca63c', '#98671a'), wall: '#f0d9a2', dark: false },
  creamTerrazzo: {
    draw: terrazzo('#f2e8da', ['#d99a78', '#7f9181', '#c9b08d', '#5e4c42', '#e9c7a8']),
    wall: '#e9d3bb',
    dark: false,
  },
  forestTerrazzo: {
    draw: terrazzo('#41584c', ['#e8dcc6', '#c98e68', '#8fa392', '#26382f']),
    wall: '#35493f',
    dark: true,
  },
  charcoalSlate: { draw: slate('#3d4144', '#6c7174'), wall: '#33373a', dark: true },
  blueSlate: { draw: slate('#4a5c68', '#8094a0'), wall: '#3b4a55', dark: true },
  sandstone: { draw: slate('#cdb190', '#f0dfc6'), wall: '#e7d2b5', dark: false },
  jadeTiles: { draw: tiles('#3f8a76', '#d9d2c1', 118), wall: '#2f6a5b', dark: true },
  terracottaTiles: { draw: tiles('#c56f49', '#e3cdb0', 150, true), wall: '#e7b98f', dark: false },
  whiteTiles: { draw: tiles('#f1ece2', '#c9bfae', 104), wall: '#dfe3dd', dark: false },
  cobaltTiles: { draw: tiles('#34639b', '#e8e0cf', 128, true), wall: '#2c4f7c', dark: true },
  peachPlaster: { draw: plaster('#f3c9a5', '#d99a6c'), wall: '#f6d9bd', dark: false },
  butterPlaster: { draw: plaster('#f5dc96', '#d9ad4f'), wall: '#f9e9bd', dark: false },
  mintPlaster: { draw: plaster('#c3ddca', '#86b094'), wall: '#d9ebdd', dark: false },
  skyPlaster: { draw: plaster('#bcd7e2', '#7ea9bd'), wall: '#d3e6ec', dark: false },
  tomatoPlaster: { draw: plaster('#cf5a3e', '#8f2f1e'), wall: '#e07a56', dark: false },
  olivePlaster: { draw: plaster('#8d8f5b', '#5a5c31'), wall: '#b5b47e', dark: true },
  plumPlaster: { draw: plaster('#6b3a4a', '#3d1b27'), wall: '#7d4858', dark: true },
  redCheck: { draw: gingham('#fbf4e8', '#c43a2c'), wall: '#f0dcc0', dark: false },
  blueCheck: { draw: gingham('#faf6ec', '#4a76a5'), wall: '#dfe7e8', dark: false },
  greenCheck: { draw: gingham('#faf6e6', '#5d8a55'), wall: '#e6e9d3', dark: false },
} as const

export type Surface = keyof typeof surfaces

const drawn = new Map<Surface, string>()

/** 1320 x 944 units; about thirty of 100 KB, cached. */
export function surfaceDrawing(name: Surface): string {
  let svg = drawn.get(name)
  if (svg === undefined) {
    svg = surfaces[name].draw(1320, 944, name)
    drawn.set(name, svg)
  }
  return svg
}

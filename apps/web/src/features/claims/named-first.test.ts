import { expect, test } from 'vitest'
import { namedFirst } from './named-first.ts'

const found = ['Han River Social', 'Blue Bell Griddle', 'Café Rivé', 'Rive Droite'].map(name => ({ name }))

test.each([
  ['rive', ['Rive Droite', 'Han River Social', 'Café Rivé', 'Blue Bell Griddle']],
  ['RIVÉ d', ['Rive Droite', 'Han River Social', 'Blue Bell Griddle', 'Café Rivé']],
  ['droite', ['Rive Droite', 'Han River Social', 'Blue Bell Griddle', 'Café Rivé']],
  ['cafe', ['Café Rivé', 'Han River Social', 'Blue Bell Griddle', 'Rive Droite']],
  ['pizza', ['Han River Social', 'Blue Bell Griddle', 'Café Rivé', 'Rive Droite']],
])('restaurants of a claim: %j -> matching names first', (typed, names) => {
  expect(namedFirst(found, typed).map(({ name }) => name)).toEqual(names)
})

import type { Reading } from './place-names.rules.ts'
import { foldText } from './search-text.rules.ts'
import { buildVocabulary, mistakesAllowed, type Vocabulary } from './vocabulary.rules.ts'

interface PlaceNames {
  readonly cityKeys: readonly string[]
  readonly states: readonly { readonly name: string }[]
}

interface KnownNames {
  readonly names: readonly string[]
  readonly vocabulary: Vocabulary
}

/** Some ten thousand names, made once for an index. */
const known = new WeakMap<PlaceNames, KnownNames>()

function knownNames(index: PlaceNames): KnownNames {
  const cached = known.get(index)
  if (cached) return cached
  const names = [...new Set([...index.cityKeys, ...index.states.map(({ name }) => foldText(name))])]
  const made = { names, vocabulary: buildVocabulary(names.map((name, id) => [name, id])) }
  known.set(index, made)
  return made
}

/** With the name that may have been meant: "Cincinatti" as Cincinnati. */
export function correctedReadings(index: PlaceNames, readings: readonly Reading[]): Reading[] {
  const { names, vocabulary } = knownNames(index)
  return readings
    .filter(({ name }) => mistakesAllowed(name) > 0)
    .flatMap(reading =>
      vocabulary.termsFor(reading.name).map(id => ({ ...reading, name: names[id]!, isExact: true })),
    )
}

import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'

/** It is the text with one letter left out, added, replaced, or swapped with the next, anywhere. */
export function mistyped(random: SeededRandom, text: string): string {
  const letters = [...text]
  const letter = () => random.pick([...'abcdefghijklmnopqrstuvwxyz'])
  for (;;) {
    const at = random.int(0, letters.length - 1)
    const changed = random
      .pick([
        () => letters.toSpliced(at, 1),
        () => letters.toSpliced(at, 0, letter()),
        () => letters.toSpliced(at, 1, letter()),
        () => letters.toSpliced(at, 2, letters[at + 1] ?? '', letters[at]!),
      ])()
      .join('')
    if (changed.trim().toLowerCase() !== text.toLowerCase()) return changed
  }
}

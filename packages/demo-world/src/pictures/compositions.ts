import type { SeededRandom } from '../seeded-random.ts'
import type { Families, Look } from './look.ts'
import { boardPicture, bowlPicture, platePicture } from './main-dishes.ts'
import { patternPicture, spreadPicture } from './many-plates.ts'
import { steamerPicture, wheelPicture } from './round-dishes.ts'
import type { Layer } from './scene.ts'
import { glassesScene, tableScene } from './table-scene.ts'

type Compose<F extends keyof Families> = (look: Look<F>, random: SeededRandom, dark: boolean) => Layer[]

const families: { readonly [F in keyof Families]: Compose<F> } = {
  plate: platePicture,
  board: boardPicture,
  bowl: bowlPicture,
  wheel: wheelPicture,
  steamer: steamerPicture,
  table: tableScene,
  glasses: glassesScene,
  pattern: patternPicture,
  spread: spreadPicture,
}

/** A look as layers from the table upwards. `dark`: whether the table is. */
export function compose(look: Look, random: SeededRandom, dark: boolean): Layer[] {
  return (families[look.family] as Compose<typeof look.family>)(look as never, random, dark)
}

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countyLines, outlines, states } from './outlines.ts'
import { unitDegrees } from './pack-lines.ts'
import { placesOfOverview, placesOfState, zipsOfState } from './places.ts'

/**
 * It writes an overview, and a file for each state with counties, towns and ZIP codes, fetched on demand. Credits are
 * in `docs/operating.md`.
 */
export async function buildMapData(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const all = states()
  await write(folder, 'overview', {
    unitDegrees,
    ...outlines(),
    places: placesOfOverview(),
    states: all.map(({ id, name, bounds, middle }) => [id, name, bounds, middle.map(twoDecimals)]),
  })
  for (const { id, name } of all)
    await write(folder, `state-${id}`, {
      countyLines: countyLines(id),
      places: placesOfState(name),
      zips: zipsOfState(name),
    })
}

const twoDecimals = (degrees: number) => Math.round(degrees * 100) / 100

function write(folder: string, name: string, content: object): Promise<void> {
  return writeFile(join(folder, `${name}.json`), JSON.stringify(content))
}

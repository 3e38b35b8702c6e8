export type Position = readonly [longitude: number, latitude: number]

/** It is a line in units of `unitDegrees`: where it begins, then each step from the last point. */
export type PackedLine = readonly number[]

/** It is about 50 m: finer than what the lines are drawn from. */
export const unitDegrees = 0.0005

/** Drops repeated points. Null for too few. */
export function packLine(line: readonly Position[], pointsNeeded = 2): PackedLine | null {
  const packed: number[] = []
  let [x, y] = [0, 0]
  let points = 0
  for (const [longitude, latitude] of line) {
    const [nextX, nextY] = [Math.round(longitude / unitDegrees), Math.round(latitude / unitDegrees)]
    if (points > 0 && nextX === x && nextY === y) continue
    packed.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
    points++
  }
  return points < pointsNeeded ? null : packed
}

/** It simplifies by Douglas-Peucker; `tolerance` is in degrees. */
export function simplify(line: readonly Position[], tolerance: number): readonly Position[] {
  if (line.length < 3) return line
  const indexes = new Set([0, line.length - 1])
  const parts: [from: number, to: number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    let [farthest, most] = [-1, tolerance]
    for (let index = from + 1; index < to; index++) {
      const distance = distanceTo(line[index]!, line[from]!, line[to]!)
      if (distance > most) [farthest, most] = [index, distance]
    }
    if (farthest < 0) continue
    indexes.add(farthest)
    parts.push([from, farthest], [farthest, to])
  }
  return line.filter((_, index) => indexes.has(index))
}

/** All are in degrees, as if they were square. */
function distanceTo([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

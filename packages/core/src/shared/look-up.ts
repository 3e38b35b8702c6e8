/**
 * What a table says about a key from outside; undefined where it says nothing. `table[key]` would answer `constructor`
 * and `toString` with what every object inherits.
 */
export function lookUp<T extends object>(table: T, key: PropertyKey): T[keyof T] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof T] : undefined
}

import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { JsonSchema, Operation } from './access/contracts.ts'

/** A request made from what an operation says it takes: mostly right, often with something wrong in it. */
export interface GeneratedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

interface Maker {
  readonly random: SeededRandom
  /** How likely a value is something odd. */
  readonly oddity: number
  /** Texts that mean something, by the name of their field. */
  readonly known: Readonly<Record<string, (random: SeededRandom) => string>>
  /** Stands in half of the fields that take a text. */
  readonly word: string | undefined
}

/**
 * The same `seed` makes the same request. `ids` are texts that name something that is there. With a `word` the request
 * is right, but for this word in half of its texts.
 */
export function generateRequest(
  operation: Operation,
  seed: string,
  ids: Readonly<Record<string, string>> = {},
  word?: string,
): GeneratedRequest {
  const random = seededRandom(`${operation.name} ${seed}`)
  const known = {
    ...goodTexts,
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, () => id])),
  }
  const maker = { random, oddity: word === undefined ? random.pick([0, 0, 0.04, 0.15]) : 0, known, word }
  const query = queryOf(operation, maker)
  const path = operation.parameters
    .filter(parameter => parameter.in === 'path')
    .reduce(
      (text, { name, schema }) => text.replace(`{${name}}`, () => inUrl(make(name, schema, maker), maker)),
      operation.path,
    )
  return {
    url: query ? `${path}?${query}` : path,
    headers: isOdd(maker) ? random.pick(oddHeaders) : { 'content-type': 'application/json' },
    payload: operation.method === 'GET' ? undefined : bodyOf(operation.body, maker),
  }
}

/** These are right only together. */
const companions: readonly (readonly string[])[] = [
  ['latitude', 'longitude'],
  ['date', 'time', 'partySize', 'hasTable'],
]

function queryOf({ parameters }: Operation, maker: Maker): string {
  const { random } = maker
  const present = new Map<readonly string[], boolean>()
  const isPresent = (name: string) => {
    const group = companions.find(names => names.includes(name))
    if (!group || isOdd(maker)) return random.chance(0.6)
    if (!present.has(group)) present.set(group, random.chance(0.6))
    return present.get(group)
  }
  const pairs = parameters
    .filter(parameter => parameter.in === 'query' && isPresent(parameter.name))
    .flatMap(({ name, schema }) => {
      const value = make(name, schema, maker)
      // A list is its parameter repeated.
      const values = Array.isArray(value) && !isOdd(maker) ? value : [value]
      const times = isOdd(maker) ? random.int(2, 30) : 1
      return Array.from({ length: times }, () => values.map(one => `${name}=${inUrl(one, maker)}`)).flat()
    })
  if (isOdd(maker))
    pairs.push(random.pick(['%', '%ff', '=', '&&', 'a[]=1', '__proto__[x]=1', 'x'.repeat(9_000)]))
  return pairs.join('&')
}

function bodyOf(schema: JsonSchema | null, maker: Maker): string {
  if (!schema || isOdd(maker)) return maker.random.pick(oddBodies)
  return JSON.stringify(make('body', schema, maker))
}

const isOdd = ({ random, oddity }: Maker): boolean => random.chance(oddity)

function make(name: string, schema: JsonSchema, maker: Maker): unknown {
  const { random, known } = maker
  if (isOdd(maker)) return random.pick(oddValues)
  if (schema.enum) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return make(name, random.pick(schema.anyOf), maker)
  switch (schema.type) {
    case 'object':
      return objectOf(name, schema, maker)
    case 'array':
      return Array.from({ length: random.int(1, 3) }, () => make(name, schema.items ?? {}, maker))
    case 'boolean':
      return !isOdd(maker)
    case 'integer':
      return isOdd(maker) ? random.pick([0, -1, 5, 1_000_000_000, 2 ** 53]) : random.int(1, 4)
    case 'number':
      return isOdd(maker) ? random.pick([1e-320, 90, -180, 1e308]) : Number(known[name]?.(random) ?? 1)
    default:
      if (maker.word !== undefined && random.chance(0.5)) return maker.word
      return known[name]?.(random) ?? random.pick(isOdd(maker) ? texts : ['x', 'text'])
  }
}

function objectOf(name: string, { properties = {} }: JsonSchema, maker: Maker): object {
  const entries = Object.entries({ ...properties, ...knownKeys[name] })
    .filter(() => !isOdd(maker))
    .map(([key, schema]) => [key, make(key, schema, maker)])
  if (isOdd(maker)) entries.push([maker.random.pick(texts), maker.random.pick(oddValues)])
  return Object.fromEntries(entries)
}

function inUrl(value: unknown, maker: Maker): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return isOdd(maker) ? text.replace(/[^\x21-\x7e]|[#?&]/g, '_') : encodeURIComponent(text.toWellFormed())
}

const goodTexts: Record<string, (random: SeededRandom) => string> = {
  firstName: random => random.pick(['Ada', 'Zoë', 'O’Neil', '李']),
  lastName: random => random.pick(['Moreau', 'de la Cruz']),
  email: random => `g${random.int(0, 1e9)}@example.com`,
  password: () => 'Dinner-For-2!',
  passwordConfirm: () => 'Dinner-For-2!',
  zipCode: () => '10001',
  phoneNumber: () => '212-555-0142',
  state: () => 'NY',
  userName: () => 'ada@example.com',
  lastFour: () => '4242',
  latitude: () => '40.7577',
  longitude: () => '-73.9857',
  radiusMiles: random => random.pick(['25', '0.5', '100']),
  address1: () => '12 Bleecker St',
  city: () => 'New York',
  memberNumber: random => `${random.int(1e8, 1e9)}`,
  bounds: random => random.pick(['-74.1,40.6,-73.8,40.9', '170,-10,-170,10', '-180,-90,180,90', '0,0,0,0']),
  restaurantOrCuisine: random => random.pick(['italian', 'Casa L', "l'o%_\\ café"]),
  query: random => random.pick(['10001', 'New York', 'NY']),
  contentType: () => 'pages',
  contentName: random => random.pick(['global', 'home', 'earn_details']),
  campaignCode: () => 'SPRING.26',
  dateTime: random =>
    random.pick(['2026-03-10T17:59:00Z', '1999-12-31T23:59:59.999Z', '2200-01-01T00:00:00Z']),
  surveyId: () => 'first-dinners',
  date: random =>
    random.pick(['2026-03-11', '2026-03-12', '2026-11-01', '2026-03-09', '2031-01-01', '0001-01-01']),
  partySize: random => random.pick(['2', '2', '4', '18', '0', '-1', '1000000']),
  now: () => '2026-03-10T18:00:00Z',
  time: random => random.pick(['19:00', '00:00', '02:30', '23:59']),
  slotId: random => random.pick(['20260311T2300Z', '20260311T2330Z', '20260311T2307Z', '20260230T1900Z']),
  comment: random => random.pick(['More ramen', '李 🍜']),
}

/** Keys that are accepted where a schema leaves them open, by the name of the object. */
const knownKeys: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  answers: { ease: { type: 'integer' }, next: { enum: ['Faster cash back'] }, comment: { type: 'string' } },
}

const texts = [
  '',
  ' ',
  'x',
  'a\u0000b',
  'line\r\nSet-Cookie: a=b',
  '\ud800',
  '\u202e𝒜🥐',
  "'; drop table members; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%00%0a',
  '-1',
  'NaN',
  '4242 4242 4242 4242',
  'constructor',
  '9'.repeat(400),
  'é'.repeat(3_000),
] as const

const oddValues: readonly unknown[] = [
  null,
  true,
  -0,
  1e308,
  2 ** 63,
  0.1 + 0.2,
  [],
  [[]],
  {},
  { toString: 'no function' },
  { length: -1 },
  Array.from({ length: 500 }, () => 'x'),
  ...texts,
]

const oddBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '\ufeff{}',
  'a=b&c=d',
] as const

const oddHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;;;' },
  { 'content-type': '' },
  { 'content-type': 'application/json', 'x-xsrf-token': 'CSRF_TOKEN_PLACEHOLDER' },
  { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
  { 'content-type': 'application/json', accept: '*/*;q=x', 'accept-encoding': 'br;q=0, nonsense' },
  { 'content-type': 'application/json', cookie: 'dw_session=%00; dw_csrf=%; __proto__=1' },
]

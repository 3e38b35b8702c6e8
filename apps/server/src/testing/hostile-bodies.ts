/** Sent to every call that takes a body: what is long to read, deep, or ends too early. */
export interface HostileBody {
  readonly name: string
  readonly type: string
  readonly isLong: boolean
  /** It is cut off: nothing may take it. */
  readonly isBroken: boolean
  readonly content: string
}

export const multipart = 'multipart/form-data; boundary=x'

/** The longest that most calls take, and what only uploads do. */
const sizes = { '32 KB': 32 * 1_024 - 64, '5 MB': 5 * 1_024 * 1_024 }

const filled = (size: number, unit: string, start = '', end = '') =>
  start + unit.repeat(Math.floor((size - start.length - end.length) / unit.length)) + end

const part = '--x\r\ncontent-disposition: form-data; name="receipt"; filename="a"\r\n\r\n'

const shapes: Record<string, Record<string, (size: number) => string>> = {
  'application/json': {
    'a list of numbers': size => filled(size, '1,', '[', '1]'),
    'a list of lists': size => filled(size, '[],', '[', '[]]'),
    'opened lists': size => filled(size, '['),
    'nested objects': size => '{"a":'.repeat(size / 6) + 1 + '}'.repeat(size / 6),
    digits: size => filled(size, '1 ', '{"userName":"', '"}'),
    'zeros that all pass as groups': size => filled(size, '0-0-', '{"userName":"', '"}'),
    'escaped digits': size => filled(size, '\\u0034', '{"userName":"', '"}'),
    'one text': size => filled(size, 'a', '{"userName":"', '"}'),
    'many keys': size =>
      `{${Array.from({ length: Math.min(3_000, size / 9) }, (_, key) => `"${key}":1`).join()}}`,
  },
  'application/x-www-form-urlencoded': {
    fields: size => filled(size, 'a=1&', '', 'a=1'),
    'escaped digits': size => filled(size, '%31+', 'userName='),
  },
  [multipart]: {
    'parts that are opened': size => filled(size, part),
    'a file without an end': size => filled(size, 'stream\n', part),
    boundaries: size => filled(size, '--x\r\n'),
    'almost boundaries': size => filled(size, '\r\n--', part),
  },
  'text/csv': {
    commas: size => filled(size, ','),
    quotes: size => filled(size, '"'),
    lines: size => filled(size, '\n'),
    rows: size => filled(size, 'x,1\n', 'externalId,name\n'),
  },
  'application/octet-stream': {
    'a PDF': size => filled(size, 'stream\n', '%PDF-1.7\n'),
    zeros: size => filled(size, '\0'),
  },
  'image/png': { 'a head': size => filled(size, 'IDAT', '\x89PNG\r\n\x1a\n') },
  'image/svg+xml': { groups: size => filled(size, '<g>', '<svg xmlns="http://www.w3.org/2000/svg">') },
}

export const hostileBodies: readonly HostileBody[] = Object.entries(shapes).flatMap(([type, named]) =>
  Object.entries(named).flatMap(([name, make]) =>
    Object.entries(sizes).map(([label, size]) => ({
      name: `${name}, ${label}, as ${type}`,
      type,
      isLong: size > 100_000,
      isBroken: false,
      content: make(size),
    })),
  ),
)

/** Bodies are cut at every byte, as a client sends them that loses its connection. */
export const cutBodies: readonly HostileBody[] = [
  { type: 'application/json', whole: '{"userName":"a\\u0041","n":[1.5,true,null,{"é":"🍝"}]}' },
  {
    type: multipart,
    whole: `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n${part}PNG\r\n--x--\r\n`,
  },
].flatMap(({ type, whole }) =>
  Array.from({ length: whole.length - 1 }, (_, index) => ({
    name: `${index + 1} characters of ${whole.length}, as ${type}`,
    type,
    isLong: false,
    isBroken: true,
    content: whole.slice(0, index + 1),
  })),
)

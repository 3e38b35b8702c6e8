import { randomBytes } from 'node:crypto'
import { type Duplex, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { opening, sealing } from './encryption.ts'

const identity = await generateX25519Identity()
const recipients = [await identityToRecipient(identity)]
const chunk = 65_536

async function collected(content: Buffer, through: Duplex[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const kept = new Writable({
    write(part, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  await pipeline([Readable.from([content]), ...through, kept])
  return Buffer.concat(parts)
}

const sealed = (content: Buffer) => collected(content, sealing(recipients))
const opened = (content: Buffer, identities = [identity]) => collected(content, opening(identities))

test.each([0, 1, chunk - 1, chunk, chunk + 1, 1_000_000])(
  '%i bytes: what was sealed is opened',
  async size => {
    const content = randomBytes(size)
    const file = await sealed(content)
    expect(file.toString('latin1')).toMatch(/^age-encryption.org\/v1\n/)
    expect((await opened(file)).equals(content)).toBe(true)
  },
)

test('for two recipients -> each opens it alone', async () => {
  const second = await generateX25519Identity()
  const both = [...recipients, await identityToRecipient(second)]
  const file = await collected(Buffer.from('rows'), sealing(both))
  expect([`${await opened(file)}`, `${await opened(file, [second])}`]).toEqual(['rows', 'rows'])
})

test('another key -> refused', async () => {
  const file = await sealed(randomBytes(1_000))
  await expect(opened(file, [await generateX25519Identity()])).rejects.toThrow()
})

test.each([
  ['cut short within a part', (file: Buffer) => file.subarray(0, -5)],
  ['cut short between two parts', (file: Buffer) => file.subarray(0, -(chunk + 16))],
  ['with a bit changed at its start', (file: Buffer) => changedAt(file, 60)],
  ['with a bit changed in the middle', (file: Buffer) => changedAt(file, file.length >> 1)],
  ['with a bit changed at its end', (file: Buffer) => changedAt(file, file.length - 1)],
  ['with something behind it', (file: Buffer) => Buffer.concat([file, Buffer.from('x')])],
])('a file %s -> refused', async (_case, damage) => {
  const file = await sealed(randomBytes(3 * chunk))
  await expect(opened(damage(file))).rejects.toThrow()
})

function changedAt(file: Buffer, position: number): Buffer {
  const changed = Buffer.from(file)
  changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
  return changed
}

test('a slow reader -> what is read ahead does not grow with the file', async () => {
  const size = 20_000_000
  let [read, taken, ahead] = [0, 0, 0]
  function* rows() {
    for (; read < size; read += chunk) yield Buffer.alloc(chunk)
  }
  const slow = new Writable({
    write(part: Uint8Array, _encoding, done) {
      taken += part.length
      ahead = Math.max(ahead, read - taken)
      setTimeout(done, 1)
    },
  })
  await pipeline([Readable.from(rows()), ...sealing(recipients), ...opening([identity]), slow])
  expect(taken).toBe(read)
  expect(ahead).toBeLessThan(size / 2)
})

test('a full disk -> its own error', async () => {
  const disk = new Writable({
    write: (_part, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  })
  const writing = pipeline([Readable.from([randomBytes(1_000_000)]), ...sealing(recipients), disk])
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
})

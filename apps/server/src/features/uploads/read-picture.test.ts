import { readFileSync } from 'node:fs'
import { errorMessages } from '@dineward/core/shared/errors.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { longTest } from '../../testing/long-test.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { hostileFiles, pdfOf } from './hostile-files-for-test.ts'
import { UploadError } from './pictures.service.ts'
import { pictureReader, readPicture } from './read-picture.service.ts'

const slow = hostileFiles['a PDF that draws five million lines']!()
const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
const samples: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  JPEG: () => image.clone().jpeg().toBuffer(),
  PNG: () => image.clone().png().toBuffer(),
  WebP: () => image.clone().webp().toBuffer(),
  HEIC: () => readFileSync(new URL('../photos/fixtures/red-blue.heic', import.meta.url)),
  PDF: () => pdfOf('0 0 1 rg 0 0 200 150 re f'),
}
const good = await samples.JPEG!()
const limits = {
  processes: 1,
  waiting: 2,
  waitingOfSender: 1,
  timeoutMs: { picture: 15_000, pdf: 1_500 },
  pdfProcessorMs: 15_000,
  maxMegabytes: 1_024,
}

/** `width` of the picture, or why there is none. */
const outcome = (reading: Promise<{ readonly width: number }>) =>
  reading.then(
    ({ width }) => width,
    (error: Error) => (error instanceof UploadError ? 'refused' : error.message),
  )

test('a file that takes too long -> refused alone; those behind it are read by another process', async () => {
  const read = pictureReader(limits)
  const startedAt = performance.now()
  expect(await Promise.all([outcome(read(slow, 'ada')), outcome(read(good, 'bo'))])).toEqual(['refused', 40])
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('a PDF that takes longer than PDFs may -> refused, while pictures may take longer', async () => {
  const read = pictureReader(limits)
  // Its process is there.
  expect(await outcome(read(good, 'ada'))).toBe(40)
  const startedAt = performance.now()
  expect(await outcome(read(hostileFiles['a PDF of fine dashes, 36 KB']!(), 'ada'))).toBe('refused')
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('a PDF that takes more processor time than PDFs may -> refused', async () => {
  const read = pictureReader({ ...limits, timeoutMs: { picture: 15_000, pdf: 60_000 }, pdfProcessorMs: 500 })
  const startedAt = performance.now()
  expect(await outcome(read(hostileFiles['a PDF of fine dashes, 36 KB']!(), 'ada'))).toBe('refused')
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test(
  'PDFs that take more processor time together than one may -> read, as pictures that take more',
  longTest,
  async () => {
    const read = pictureReader({
      ...limits,
      timeoutMs: { picture: 60_000, pdf: 60_000 },
      pdfProcessorMs: 600,
    })
    const outcomes: unknown[] = []
    for (let count = 0; count < 6; count++) outcomes.push(await outcome(read(await samples.PDF!(), 'ada')))
    outcomes.push(await outcome(read(hostileFiles['a HEIC of 48 megapixels, 11 KB']!(), 'ada')))
    expect(outcomes).toEqual([...Array(6).fill(1_200), 2_400])
  },
)

test('a file that takes too much memory -> refused', async () => {
  const read = pictureReader({ ...limits, maxMegabytes: 200 })
  expect(await outcome(read(hostileFiles['a HEIC of 48 megapixels, 11 KB']!(), 'ada'))).toBe('refused')
  expect(await outcome(read(good, 'ada'))).toBe(40)
})

test('one file of a sender at a time, and a short queue -> others wait, then are told to come back', async () => {
  const read = pictureReader({ ...limits, processes: 2 })
  const order: string[] = []
  const send = (file: Buffer, sender: string) =>
    outcome(read(file, sender)).then(result => {
      order.push(sender)
      return result
    })
  const results = Promise.all([
    send(slow, 'ada'),
    send(good, 'ada'),
    send(good, 'ada'),
    send(slow, 'bo'),
    send(good, 'cy'),
    send(good, 'dee'),
  ])
  expect(await results).toEqual([
    'refused',
    40,
    errorMessages.rate_limited,
    'refused',
    40,
    errorMessages.unavailable,
  ])
  expect(order.slice(0, 2)).toEqual(['ada', 'dee'])
})

test('what is not a picture by its first bytes -> refused before a process has it', async () => {
  const read = pictureReader({ ...limits, timeoutMs: { picture: 0, pdf: 0 } })
  expect(await outcome(read(good, 'ada'))).toBe('refused')
  const ctx = { gateways: { malwareScanner: null } }
  await expect(readPicture(ctx, hostileFiles['an SVG of groups, 4 MB']!(), 'ada')).rejects.toThrow(
    'not a picture',
  )
})

test.each(Object.entries(samples))(
  '%s, cut or with changed bytes -> a picture or a refusal',
  async (name, make) => {
    const file = await make()
    const random = seededRandom(name)
    const read = pictureReader({
      ...limits,
      processes: 2,
      waiting: 1_000,
      timeoutMs: { picture: 15_000, pdf: 15_000 },
    })
    const broken = Array.from({ length: sampleSize(8, 1_000) }, (_, index) => {
      const copy = Buffer.from(file)
      if (index % 2 === 0) return copy.subarray(0, random.int(1, copy.length - 1))
      for (let flips = random.int(1, 8); flips > 0; flips--)
        copy[random.int(0, copy.length - 1)] = random.int(0, 255)
      return copy
    })
    const outcomes = await Promise.all(broken.map((one, index) => outcome(read(one, `${index}`))))
    const unexpected = outcomes.filter(result => result !== 'refused' && typeof result !== 'number')
    expect(unexpected).toEqual([])
    expect(await outcome(read(file, 'ada'))).toBeGreaterThan(0)
  },
)

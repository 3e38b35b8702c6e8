import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clamdMalwareScanner } from '../../gateways/files/clamd-malware-scanner.ts'
import { consoleClient, sendTo } from '../../testing/access/console-for-test.ts'
import { newMerchant } from '../../testing/factories.ts'
import { eicar, startClamd } from '../../testing/processes/clamd.ts'
import { appWithSecurityLog } from '../../testing/security-log.ts'
import { testGateways } from '../../testing/test-app.ts'
import { type ClaimScene, newClaimScene } from '../claims/claims-for-test.ts'
import { selectPhotos } from '../photos/photos.repository.ts'
import { importPhotos } from '../photos/photos.service.ts'
import { pdfOf } from './hostile-files-for-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-scanned-'))
const clamd = await startClamd()
const broken = await startClamd({ behave: socket => socket.end('no\0') })
afterAll(async () => {
  await Promise.all([clamd.stop(), broken.stop()])
  rmSync(folder, { recursive: true, force: true })
})

let url = clamd.url
const malwareScanner = { scan: (file: Buffer) => clamdMalwareScanner(url).scan(file) }
const gateways = { ...testGateways(folder), malwareScanner }
const { app, taken, takenLines, log } = await appWithSecurityLog({ gateways })
beforeEach(() => {
  url = clamd.url
  taken()
})

const clean = pdfOf('0 0 1 rg 0 0 200 150 re f')
const infected = pdfOf(`% ${eicar}`)
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
  .jpeg()
  .toBuffer()
/** It is a picture all the same. */
const infectedPicture = Buffer.concat([picture, Buffer.from(eicar)])
const sentence = 'Our scanner found malware in this file, so we did not take it. Send another one.'

const send = ({ report }: ClaimScene, file: Buffer) => report({ receipt: file.toString('base64') })

test('a receipt -> scanned as it was sent, then decoded', async () => {
  const scene = await newClaimScene(app)
  expect((await send(scene, clean)).statusCode).toBe(201)
  expect(clamd.scanned.at(-1)).toBe(clean.length)
})

test('an infected receipt -> refused in words, nothing kept, and an event of security', async () => {
  const scene = await newClaimScene(app)
  const response = await send(scene, infected)
  expect([response.statusCode, response.json()]).toMatchObject([
    400,
    { code: 'file_infected', message: sentence },
  ])
  expect(await scene.listed()).toEqual([])
  expect(takenLines()).toMatchObject([
    {
      event: 'malware',
      outcome: 'refused',
      reason: 'file_infected',
      level: 40,
      member: scene.network.memberId,
      found: 'Eicar-Test-Signature',
    },
  ])
})

test('infected again and again -> waits an hour, also with a good file', async () => {
  const scene = await newClaimScene(app)
  const codes = new Set<string>()
  for (let count = 0; count < 20; count++) codes.add((await send(scene, infected)).json().code)
  expect([...codes]).toEqual(['file_infected'])
  expect((await send(scene, clean)).json().code).toBe('rate_limited')
})

test('the scanner does not answer -> told to come back, nothing kept or counted, and logged', async () => {
  const scene = await newClaimScene(app)
  url = broken.url
  for (let count = 0; count < 21; count++) {
    const response = await send(scene, clean)
    expect([response.statusCode, response.json().code, response.json().message]).toEqual([
      503,
      'unavailable',
      'We cannot check files right now. Please try again in a few minutes.',
    ])
  }
  expect(taken().at(-1)).toBe('failure/failed/unavailable')
  expect(log.join('')).toContain('The malware scanner answered')
  expect(await scene.listed()).toEqual([])
  url = clamd.url
  expect((await send(scene, clean)).statusCode).toBe(201)
})

test('an infected photo of staff -> refused, and an event of security', async () => {
  const partner = app.newPartner()
  const { id } = await newMerchant(app, partner)
  const client = await consoleClient(app, 'restaurants', partner.slug)
  const address = `/api/Console/Restaurants/${id}/Photos?kind=place&alt=The%20room&fileName=room.jpg`
  const upload = (file: Buffer) => sendTo(client, 'POST', address, file, { 'content-type': 'image/jpeg' })
  expect((await upload(infectedPicture)).json()).toMatchObject({ code: 'file_infected', message: sentence })
  expect(taken()).toContain('malware/refused/file_infected')
  const { photos } = (await upload(picture)).json().restaurant
  expect(photos).toHaveLength(1)
})

test('an infected photo of an import -> told beside its row; the others are taken', async () => {
  const partner = app.newPartner()
  const merchantId = (await newMerchant(app, partner)).id
  const report: string[] = []
  const files: Record<string, Buffer> = { 'one.jpg': infectedPicture, 'two.jpg': picture }
  const count = await importPhotos(
    { ...app.context(partner), gateways },
    {
      merchantId,
      sources: Object.keys(files),
      load: async source => files[source]!,
      report: line => report.push(line),
    },
  )
  expect([count, report]).toEqual([{ added: 1, failed: 1 }, [`photo one.jpg: ${sentence}`]])
  const kept = await selectPhotos(app.database.db, merchantId)
  expect(kept.map(({ source }) => source)).toEqual(['import:two.jpg'])
})

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Context } from '../../context.ts'
import { answerAccrualFiles } from '../../gateways/accruals/sandbox-accruals.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { receiveAnswers } from './receive-answers.service.ts'
import { sendAccruals } from './send-accruals.service.ts'

type Folder = 'out' | 'in' | 'done' | 'refused'

/** It has a member who dines, and the exchange folder of the partner. */
export async function newSettlement(app: TestApp, options: Parameters<typeof newCardNetwork>[1] = {}) {
  const network = await newCardNetwork(app, options)
  const { partner } = network
  const ctx: Context & { origin: string } = {
    ...app.context(partner),
    actor: { kind: 'system', name: 'settlement' },
    origin: app.partners.siteOf(partner),
  }
  const folderOf = (folder: Folder) => {
    const path = join(app.exchangeDir, partner.slug, folder)
    mkdirSync(path, { recursive: true })
    return path
  }
  const checked = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    expect(await ledgerProblemsOf(app.database.db, partner.slug)).toEqual([])
    return result
  }
  const read = (folder: Folder, name: string) => readFileSync(join(folderOf(folder), name), 'utf8')
  const list = (folder: Folder) => readdirSync(folderOf(folder)).sort()
  return {
    ...network,
    ctx,
    read,
    list,
    send: (other: Partial<Context> = {}) => checked(sendAccruals({ ...ctx, ...other })),
    receive: (other: Partial<Context> = {}) => checked(receiveAnswers({ ...ctx, ...other })),
    /** The sandbox partner's answer to everything in `out`. */
    answer: () => answerAccrualFiles(app.exchangeDir, partner, null),
    putAnswer: (name: string, text: string) => writeFileSync(join(folderOf('in'), name), text),
    /** Of every file that the partner was given: id and units of each row. */
    rowsSent: () =>
      (['out', 'done'] as const).flatMap(folder =>
        list(folder)
          .filter(name => name.startsWith('accruals-'))
          .flatMap(name => rowsOf(read(folder, name))),
      ),
    statuses: async () => (await network.activity()).map(({ awardStatus }) => awardStatus),
    mails: () =>
      app.database.db
        .selectFrom('outgoingMails')
        .selectAll()
        .where('partnerId', '=', partner.slug)
        .orderBy('createdAt')
        .execute(),
  }
}

function rowsOf(text: string): { id: string; memberNumber: string; units: number }[] {
  return text
    .split('\n')
    .map(line => line.split(','))
    .filter(([type]) => type === 'row')
    .map(([, id = '', memberNumber = '', , units]) => ({ id, memberNumber, units: Number(units) }))
}

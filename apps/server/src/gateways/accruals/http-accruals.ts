import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { readJsonAnswer } from '@dineward/core/settlement/accrual-answer.rules.ts'
import { accrualJson } from '@dineward/core/settlement/accrual-file.rules.ts'
import { errorsText, exchangeFolder, writeDurably } from '../files/exchange-folder.ts'
import { callOut } from '../outgoing-calls.ts'
import type { PartnerAccruals, PartnerAccrualsOptions } from './partner-accruals.ts'

/** POST the rows to the partner's endpoint, GET `{endpoint}/{fileId}` for its answer. `waitMs` ends a call that hangs. */
export function httpAccruals({ folder, secrets }: PartnerAccrualsOptions, waitMs = 20_000): PartnerAccruals {
  async function call(partner: Partner, path: string, init: RequestInit = {}): Promise<Response> {
    const secret = secrets.get(partner.slug)
    const response = await callOut(`${partner.settings.settlement.endpoint}${path}`, {
      ...init,
      headers: { ...init.headers, ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
      signal: AbortSignal.timeout(waitMs),
    })
    if (response.ok || response.status === 404) return response
    throw new Error(`the partner answered ${response.status} to ${init.method ?? 'GET'} ${path || '/'}`)
  }

  return {
    async send(partner, file) {
      const response = await call(partner, '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': file.id },
        body: JSON.stringify(accrualJson(file)),
      })
      if (!response.ok) throw new Error('the partner answered 404: check settlement.endpoint')
    },
    listAnswers: async (_, openFiles) => openFiles,
    async readAnswer(partner, fileId) {
      const response = await call(partner, `/${encodeURIComponent(fileId)}`)
      if (response.status !== 200) return null
      const text = await response.text()
      return { name: `answer-${fileId}.json`, text, content: readJsonAnswer(parsed(text)) }
    },
    async archive({ slug }, { name, text = '' }, outcome) {
      const target = await exchangeFolder(folder, slug, outcome.folder)
      await writeDurably(join(target, name), text)
      if (outcome.problems.length === 0) return
      const refused = await exchangeFolder(folder, slug, 'refused')
      await writeDurably(join(refused, `${name}.errors.txt`), errorsText(outcome.problems))
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { fileFolder } from '../files/photo-store.ts'
import type { MissingTransactions } from './missing-transactions.ts'

export const sandboxAnswers = ['successful', 'failed', 'pending', 'unavailable'] as const
export type SandboxAnswer = (typeof sandboxAnswers)[number]

export interface SandboxMissingTransactions extends MissingTransactions {
  /** It holds for all requests, from now on. */
  setAnswer(answer: SandboxAnswer): Promise<void>
}

const answerFile = 'answer'

/** Knows every payment, unless it is told otherwise. Files, so that a command in another process can set the answer. */
export function sandboxMissingTransactions(folder: string): SandboxMissingTransactions {
  const files = fileFolder(folder)
  const answer = async (): Promise<SandboxAnswer> => {
    const set = (await files.read(answerFile))?.toString()
    return sandboxAnswers.find(each => each === set) ?? 'successful'
  }
  const answerOrThrow = async () => {
    const set = await answer()
    if (set === 'unavailable') throw new Error('the sandbox card network is set to be unavailable')
    return set
  }
  return {
    async request(cardId, request) {
      await answerOrThrow()
      const id = `mtr-${request.key}`
      await files.write(`${id}.json`, Buffer.from(JSON.stringify({ id, cardId, ...request })))
      return id
    },
    async status(_cardId, requestId) {
      const set = await answerOrThrow()
      return (await files.read(`${requestId}.json`)) ? set : 'failed'
    },
    setAnswer: set => files.write(answerFile, Buffer.from(set)),
  }
}

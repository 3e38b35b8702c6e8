import type { Partner } from '@dineward/core/partner/partner.ts'
import type { LineProblem, ReadAnswer } from '@dineward/core/settlement/accrual-answer.rules.ts'
import type { AccrualFile } from '@dineward/core/settlement/accrual-file.rules.ts'
import type { ExchangeFileDetails } from '../files/exchange-folder.ts'

/** Tells a partner what its members earned, and brings its answers (docs/settlement.md). */
export interface PartnerAccruals {
  /** The same file may be delivered again after a crash: the partner knows it by its id. @throws when it is not delivered. */
  send(partner: Partner, file: AccrualFile): Promise<void>
  /** Names, the oldest first. `openFiles`: ids of files with rows that are not answered. */
  listAnswers(partner: Partner, openFiles: readonly string[]): Promise<readonly string[]>
  /** @returns null where the partner has not answered yet. */
  readAnswer(partner: Partner, name: string): Promise<ReceivedAnswer | null>
  /** It was taken, or refused whole; problems are written beside it. It is not listed again. */
  archive(partner: Partner, answer: ReceivedAnswer, outcome: AnswerOutcome): Promise<void>
  /** What is in the partner's folders, the newest first. */
  listFiles?(partner: Partner, limit: number): Promise<readonly ExchangeFileDetails[]>
  /** @returns null where there is no such file. */
  readFile?(partner: Partner, file: Pick<ExchangeFileDetails, 'folder' | 'name'>): Promise<string | null>
  /** Only the demo has it: it plays the partner, which answers what is due by now. */
  answerAsPartner?(partner: Partner, now: Date): Promise<unknown>
}

export interface ReceivedAnswer {
  readonly name: string
  readonly content: ReadAnswer
  /** What was received, where it is not a file already. */
  readonly text?: string
}

export interface AnswerOutcome {
  readonly folder: 'done' | 'refused'
  readonly problems: readonly LineProblem[]
  /** The accrual file, once every row is answered. */
  readonly closedFile: string | null
}

export interface PartnerAccrualsOptions {
  /** It is `DATA_DIR/exchange`, with a folder for each partner. */
  readonly folder: string
  /** They are bearer tokens by partner. */
  readonly secrets: ReadonlyMap<string, string>
  readonly hasSandbox?: boolean
}
